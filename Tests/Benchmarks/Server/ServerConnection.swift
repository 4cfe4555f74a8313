#if os(Linux)
    import Glibc

    /// One client: its received bytes, and the bytes to send to it.
    ///
    /// Clients must wait for a response before they send the next request.
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
        private let responses: ServerResponses
        private var interest = readable
        private var state = State.head
        private var output: ServerOutput
        private var delay: Int?
        /// Received bytes of an incomplete head.
        private var input: [UInt8] = []

        init(descriptor: Int32, responses: ServerResponses) {
            self.descriptor = descriptor
            self.responses = responses
            output = ServerOutput(descriptor: descriptor, filler: responses.filler)
        }

        /// The new events to wait for, or `nil` if they are unchanged. The server doesn't read from a client that
        /// doesn't receive its response.
        func takeInterest() -> UInt32? {
            let next = output.isEmpty ? Self.readable : Self.writable
            defer { interest = next }
            return next == interest ? nil : next
        }

        /// Continues with the response, or else with the received bytes.
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

        /// The delay of the response in milliseconds. Returned once, and `nil` without a delay.
        func takeDelay() -> Int? {
            defer { delay = nil }
            return delay
        }

        /// Sends the delayed response.
        func sendDelayedResponse() {
            respond(responses.empty)
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

        /// - Returns: The number of processed bytes.
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
                    if count < left { state = .body(bytes: size, left: left - count) } else { respond(size: size) }
                case .chunks(var chunks):
                    used += chunks.take(rest)
                    if chunks.isComplete { respond(size: chunks.receivedBytes) } else { state = .chunks(chunks) }
                case .waiting:
                    return used
                }
            }
            return used
        }

        private func begin(_ request: ServerRequest) {
            if request.expectsContinue { output.send(responses.proceed) }
            switch request.path {
            case .item:
                respond(responses.item)
            case .bytes(let count):
                let head = ServerResponses.head("application/octet-stream", bodyBytes: count)
                Array(head.utf8).withUnsafeBytes { output.send($0, fillerBytes: count) }
            case .slow(let milliseconds):
                delay = milliseconds
                state = .waiting
            case .sink where request.isChunked:
                state = .chunks(ServerChunks())
            case .sink where request.bodyBytes > 0:
                state = .body(bytes: request.bodyBytes, left: request.bodyBytes)
            case .sink:
                respond(size: 0)
            case .unknown:
                respond(responses.notFound)
            }
        }

        private func respond(_ bytes: UnsafeRawBufferPointer) {
            state = .head
            output.send(bytes)
        }

        private func respond(size: Int) {
            let body = "\(size)"
            let text = ServerResponses.head("text/plain", bodyBytes: body.utf8.count) + body
            Array(text.utf8).withUnsafeBytes { respond($0) }
        }
    }
#endif
