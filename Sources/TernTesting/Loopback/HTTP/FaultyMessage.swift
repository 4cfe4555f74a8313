import Foundation

/// Applies a response's fault to the bytes of the message. Doesn't depend on sockets.
enum FaultyMessage {
    /// The response to send instead of a response with a fault. A response without a fault is returned unchanged.
    static func make(of response: WireResponse, in context: ResponseWriter.Context) -> WireResponse {
        guard let fault = response.fault else { return response }
        var plain = response
        plain.fault = nil
        plain.steps = nil
        switch fault.kind {
        case .end(let end, let phase):
            var sent = Message(plain, in: context).bytes(upTo: phase)
            if sent.isWhole {
                // Without the end of the message, so that the client doesn't receive a complete response.
                plain.isStalling = true
                sent = Message(plain, in: context).bytes(upTo: phase)
            }
            var cut = WireResponse.verbatim(sent.bytes)
            cut.isStalling = end == .stall
            cut.isResetting = end == .reset
            return cut
        case .throttled(let pace):
            plain.script = response.loss
            let message = Message(plain, in: context)
            let body = message.bytes.dropFirst(message.headEnd)
            var slow = WireResponse.verbatim(message.bytes(upTo: .afterHead).bytes)
            slow.script = { [plain] writer in
                try await pace.send(body, to: writer)
                try await plain.script?(writer)
            }
            slow.scriptBytes = plain.script == nil && !body.isEmpty ? body.count : nil
            slow.closesConnection = message.closes
            (slow.isStalling, slow.isResetting) = (plain.isStalling, plain.isResetting)
            return slow
        }
    }

    /// The bytes of a response, with those of the informational ones before it, and the places of its parts.
    private struct Message {
        let bytes: Data
        let headEnd: Int
        private let body: Range<Int>
        let closes: Bool

        init(_ response: WireResponse, in context: ResponseWriter.Context) {
            var output: [UInt8] = []
            let result = ResponseWriter.write(response, in: context, to: &output)
            bytes = Data(output) + (result.remainder ?? Data())
            closes = result.closes
            let verbatimEnd =
                response.isVerbatim ? bytes.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? bytes.count : 0
            headEnd = max(result.headEnd, verbatimEnd)
            let start = max(result.bodyStart, verbatimEnd)
            body = start..<min(start + (result.framing == nil ? 0 : response.body.count), bytes.count)
        }

        func bytes(upTo phase: LoopbackFault.Phase) -> (bytes: Data, isWhole: Bool) {
            let end =
                switch phase {
                case .beforeHead: 0
                case .afterHead: headEnd
                case .afterBodyBytes(let count): body.lowerBound + min(max(0, count), body.count)
                }
            return (bytes.prefix(end), end == bytes.count)
        }
    }
}

extension WireResponse {
    /// A script that ends the connection. `nil` if the steps don't lose it.
    fileprivate var loss: (@Sendable (LoopbackWriter) async throws -> Void)? {
        guard case .loss(let error)? = steps?.last else { return nil }
        return { _ in throw error }
    }
}

extension LoopbackFault.Pace {
    fileprivate func send(_ bytes: Data, to writer: LoopbackWriter) async throws {
        var rest = bytes
        while !rest.isEmpty {
            let piece = Data(rest.prefix(max(1, bytesPerSecond / 10)))
            rest = rest.dropFirst(piece.count)
            try await clock.sleep(for: .seconds(Double(piece.count) / Double(bytesPerSecond)))
            try await writer.send(piece)
        }
    }
}
