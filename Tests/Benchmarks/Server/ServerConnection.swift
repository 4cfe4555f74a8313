#if os(Linux)
    import Glibc

    /// One client: what has come from it, and what it is to get.
    ///
    /// It is expected to wait for an answer before it sends the next request, as all of them do.
    final class ServerConnection {
        private enum State {
            case head
            case body(bytes: Int, left: Int)
            case chunks(ServerChunks)
            case waiting
        }

        /// `EPOLLIN` and `EPOLLOUT`.
        static let readable: UInt32 = 1
        private static let writable: UInt32 = 4

        let descriptor: Int32
        private(set) var isEnded = false
        private let answers: ServerAnswers
        private var interest = readable
        private var state = State.head
        private var output: ServerOutput
        private var delay: Int?
        /// What came and can't be used yet: half a head.
        private var input: [UInt8] = []

        init(descriptor: Int32, answers: ServerAnswers) {
            self.descriptor = descriptor
            self.answers = answers
            output = ServerOutput(descriptor: descriptor, filler: answers.filler)
        }

        /// What to wait for from now on, if that is not what it was. Nothing is read from a client that doesn't take its
        /// answer.
        func takeInterest() -> UInt32? {
            let next = output.isEmpty ? Self.readable : Self.writable
            defer { interest = next }
            return next == interest ? nil : next
        }

        /// Goes on with the answer, or else with what has come.
        func work(with buffer: UnsafeMutableRawBufferPointer) {
            if output.isEmpty {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if count == 0 || count < 0 && errno != EAGAIN { isEnded = true }
            } else {
                output.flush()
            }
            if output.isBroken { isEnded = true }
        }

        /// How long the answer has to wait, in milliseconds, if it has to and nobody has asked yet.
        func takeDelay() -> Int? {
            defer { delay = nil }
            return delay
        }

        /// Answers a request that had to wait.
        func answerLate() {
            answer(answers.empty)
        }

        // MARK: - Private

        private func take(_ bytes: UnsafeRawBufferPointer) {
            guard input.isEmpty else {
                input.append(contentsOf: bytes)
                return input.removeFirst(input.withUnsafeBytes { use($0) })
            }
            let used = use(bytes)
            if used < bytes.count { input.append(contentsOf: bytes[used...]) }
        }

        /// - Returns: How many of the bytes are done with.
        private func use(_ bytes: UnsafeRawBufferPointer) -> Int {
            var used = 0
            while used < bytes.count, output.isEmpty {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[used...])
                switch state {
                case .head:
                    guard let request = ServerRequest(rest) else { return used }
                    used += request.headBytes
                    begin(request)
                case .body(let size, let left):
                    let count = min(left, rest.count)
                    used += count
                    if count < left { state = .body(bytes: size, left: left - count) } else { answer(size: size) }
                case .chunks(var chunks):
                    used += chunks.take(rest)
                    if chunks.isComplete { answer(size: chunks.receivedBytes) } else { state = .chunks(chunks) }
                case .waiting:
                    return used
                }
            }
            return used
        }

        private func begin(_ request: ServerRequest) {
            if request.expectsContinue { output.send(answers.proceed) }
            switch request.path {
            case .item:
                answer(answers.item)
            case .bytes(let count):
                let head = ServerAnswers.head("application/octet-stream", bodyBytes: count)
                Array(head.utf8).withUnsafeBytes { output.send($0, fillerBytes: count) }
            case .slow(let milliseconds):
                delay = milliseconds
                state = .waiting
            case .sink where request.isChunked:
                state = .chunks(ServerChunks())
            case .sink where request.bodyBytes > 0:
                state = .body(bytes: request.bodyBytes, left: request.bodyBytes)
            case .sink:
                answer(size: 0)
            case .unknown:
                answer(answers.notFound)
            }
        }

        private func answer(_ bytes: UnsafeRawBufferPointer) {
            state = .head
            output.send(bytes)
        }

        private func answer(size: Int) {
            let body = "\(size)"
            let text = ServerAnswers.head("text/plain", bodyBytes: body.utf8.count) + body
            Array(text.utf8).withUnsafeBytes { answer($0) }
        }
    }
#endif
