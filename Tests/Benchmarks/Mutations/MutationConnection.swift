#if os(Linux)
    import Foundation
    import Tern

    /// One connection of the mutating server.
    struct MutationConnection {
        private struct Request {
            var number: Int
            var bodyBytes: Int
        }

        private struct Disturbance {
            var visibility: MutationPlan.Visibility
            var cause: String
            var time = ContinuousClock.now
        }

        /// A request that arrives so soon after late bytes may have been sent before the client received them.
        private static let crossing = Duration.milliseconds(100)

        let socket: MutationSocket
        let number: Int
        let server: MutationServer
        private var input: [UInt8] = []
        /// The sent bytes that belong to no response.
        private var disturbance: Disturbance?
        private var random: MutationRandom
        private var history: String
        private var lastEvent = ContinuousClock.now
        /// The response that was sent last, if it was valid. Otherwise the client may still wait for the rest.
        private var last: (number: Int, bytes: [UInt8], hasContent: Bool)?

        init(socket: MutationSocket, number: Int, server: MutationServer) {
            self.socket = socket
            self.number = number
            self.server = server
            random = MutationRandom(seed: server.seed, number, 3)
            history = "connection \(number)"
        }

        /// Runs until one of both sides ends the connection.
        mutating func serve() {
            defer { socket.close() }
            if server.kinds.contains(.silence), random.happens(0.01) {
                let token = MutationToken(kind: .unasked, number: number)
                _ = socket.send(MutationResponse.whole(token, status: 408, close: true))
                socket.finishSending()
                _ = linger()
                return
            }
            while let request = nextRequest() {
                guard isInTime(request) else { return socket.prepareReset() }
                let sending = server.ledger.arrive(request.number, after: history)
                let call = MutationCall(request.number, seed: server.seed, baseURL: server.url)
                let plan = MutationPlan(call, sending: sending, seed: server.seed, kinds: server.kinds)
                if plan.readsBodyFirst { guard readBody(request) else { return } }
                note("\(call.method) \(call.number).\(sending) \(plan.status) \(plan.kind) \(plan.outline)")
                guard take(plan.steps, isIdleAfterwards: plan.readsBodyFirst) else {
                    if plan.leftovers == .perhaps, plan.readsBodyFirst { excusePending() }
                    return
                }
                if !plan.readsBodyFirst { guard readBody(request) else { return } }
                if let visibility = plan.leftovers {
                    disturbance = Disturbance(
                        visibility: visibility,
                        cause: "\(call.method) \(plan.status) \(plan.kind)"
                    )
                }
                last = plan.isIntact ? (request.number, Self.bytes(of: plan), !plan.body.isEmpty) : nil
            }
        }

        // MARK: - Private

        /// Adds an event to the history of the connection: its last events, with the milliseconds before them.
        private mutating func note(_ event: String) {
            let pause = Int((ContinuousClock.now - lastEvent).inSeconds * 1e3)
            history = String((history + " | +\(pause) \(event)").suffix(400))
            lastEvent = .now
        }

        /// Whether the client had time to receive the bytes before the request. Records violations.
        private mutating func isInTime(_ request: Request) -> Bool {
            guard let disturbance else { return true }
            self.disturbance = nil
            let gap = ContinuousClock.now - disturbance.time
            if gap < Self.crossing, ![.withTheResponse, .withTheHead].contains(disturbance.visibility) {
                server.ledger.excuse(request.number)
                return false
            }
            switch disturbance.visibility {
            case .perhaps: break
            case .withTheHead, .perhapsWithTheHead: server.ledger.count { $0.discarded += 1 }
            case .withTheResponse, .later:
                noteUse("request \(request.number)", after: disturbance.cause, gap)
            }
            return true
        }

        /// A request that arrived while the rest of another response was sent. The client has refused that response.
        private mutating func excusePending() {
            guard case .bytes(let bytes) = socket.read(within: 0) else { return }
            input += bytes
            if let request = takeHead() { server.ledger.excuse(request.number) }
        }

        private func noteUse(_ what: String, after cause: String, _ gap: Duration) {
            let time = Int(gap.inSeconds * 1e6)
            server.ledger.violate(.disturbedConnection, "\(what), \(time) µs after \(cause); \(history)")
        }

        /// - Returns: Whether the connection continues.
        private mutating func take(_ steps: [MutationPlan.Step], isIdleAfterwards: Bool) -> Bool {
            for step in steps {
                switch step {
                case .send(let bytes): guard socket.send(bytes) else { return false }
                case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
                case .close:
                    socket.finishSending()
                    let end = ContinuousClock.now
                    let hasMore = linger()
                    let gap = ContinuousClock.now - end
                    if hasMore, isIdleAfterwards, gap > Self.crossing { noteUse("a request", after: "an end", gap) }
                    return false
                case .reset:
                    socket.prepareReset()
                    return false
                case .stall:
                    _ = linger()
                    return false
                }
            }
            return true
        }

        /// The next request, or `nil` at the end. While the connection is idle, it is disturbed.
        private mutating func nextRequest() -> Request? {
            var delay = idleDelay()
            while !server.isStopped {
                if let request = takeHead() { return request }
                if input.count > 100_000 { return nil }
                switch socket.read(within: delay ?? 50) {
                case .bytes(let bytes):
                    input += bytes
                    delay = nil
                case .ended: return nil
                case .nothing:
                    if delay != nil, input.isEmpty { disturb() }
                    delay = nil
                }
            }
            return nil
        }

        /// The milliseconds after which an idle connection is disturbed.
        private mutating func idleDelay() -> Int? {
            guard server.disturbsIdleConnections, last != nil, disturbance == nil else { return nil }
            let kind = random.next() % 20
            return kind < 2
                ? Int.random(in: 0...40, using: &random) : kind < 11 ? Int.random(in: 60...120, using: &random) : nil
        }

        private mutating func disturb() {
            guard let last else { return }
            server.ledger.count { $0.unasked += 1 }
            let bytes = MutationBytes.unasked(for: last.number, last.bytes, &random)
            let kind = random.next() % 4
            if kind != 0 { _ = socket.send(bytes) }
            if kind < 2 { socket.finishSending() }
            let cause = kind == 0 ? "an end" : kind == 1 ? "bytes and an end" : "bytes while it was idle"
            // A late client may read these bytes together with a head without content, and discard them.
            let isSeen = last.hasContent || kind < 2
            disturbance = Disturbance(visibility: isSeen ? .later : .perhapsWithTheHead, cause: cause)
            note(cause)
        }

        private mutating func takeHead() -> Request? {
            guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: input[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            input.removeSubrange(..<end.upperBound)
            let words = lines[0].split(separator: " ")
            guard words.count == 3, words[1].hasPrefix("/n/"), let number = Int(words[1].dropFirst(3)),
                words[2] == "HTTP/1.1"
            else {
                server.ledger.violate(.garbledRequest, "\(lines[0].prefix(80)) on connection \(self.number)")
                return nil
            }
            let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.dropFirst(15)
            return Request(
                number: number,
                bodyBytes: length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
            )
        }

        /// - Returns: Whether the request arrived completely.
        private mutating func readBody(_ request: Request) -> Bool {
            var left = request.bodyBytes
            while !server.isStopped {
                let taken = min(left, input.count)
                input.removeFirst(taken)
                left -= taken
                if left == 0 { return true }
                switch socket.read(within: 50) {
                case .bytes(let bytes): input = bytes
                case .nothing: break
                case .ended: return false
                }
            }
            return false
        }

        /// Waits until the client sends bytes or disconnects, at most ten seconds.
        ///
        /// - Returns: Whether it sent bytes.
        private func linger() -> Bool {
            for _ in 0..<200 where !server.isStopped {
                switch socket.read(within: 50) {
                case .bytes: return true
                case .ended: return false
                case .nothing: break
                }
            }
            return false
        }

        private static func bytes(of plan: MutationPlan) -> [UInt8] {
            plan.steps.flatMap { step -> [UInt8] in if case .send(let bytes) = step { bytes } else { [] } }
        }
    }
#endif
