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
            var message = Message(plain, in: context)
            if message.prefix(upTo: phase) == message.interim + message.bytes {
                // Without the end of the message, so that the client doesn't receive a complete response.
                plain.isStalling = true
                message = Message(plain, in: context)
            }
            var cut = WireResponse.verbatim(message.prefix(upTo: phase))
            cut.isStalling = end == .stall
            cut.isResetting = end == .reset
            return cut
        case .throttled(let pace):
            plain.script = response.loss
            let message = Message(plain, in: context)
            let body = message.bytes.dropFirst(message.headBytes)
            let count = plain.script == nil && !body.isEmpty ? body.count : nil
            return message.sending(message.prefix(upTo: .afterHead), count) { [plain] writer in
                try await pace.send(body, to: writer)
                try await plain.script?(writer)
            }
        }
    }

    /// The bytes of a response, and the positions of its parts.
    private struct Message: Sendable {
        let interim: Data
        let bytes: Data
        let headBytes: Int
        /// The range of the content.
        let content: Range<Int>
        let closes: Bool
        let isStalling: Bool
        let isResetting: Bool

        init(_ response: WireResponse, in context: ResponseWriter.Context) {
            var plain = response
            plain.informational = []
            var output: [UInt8] = []
            let result = ResponseWriter.write(plain, in: context, to: &output)
            bytes = Data(output) + (result.remainder ?? Data())
            closes = result.closes
            (isStalling, isResetting) = (plain.isStalling, plain.isResetting)
            headBytes = bytes.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? bytes.count
            var start = headBytes
            if result.framing == .chunked, !plain.body.isEmpty {
                start = bytes.range(of: Data("\r\n".utf8), in: headBytes..<bytes.count)?.upperBound ?? headBytes
            }
            let count = result.framing == nil ? 0 : plain.body.count
            content = start..<min(start + count, max(start, bytes.count))

            var before: [UInt8] = []
            for response in response.informational {
                _ = ResponseWriter.write(response, in: ResponseWriter.Context(), to: &before)
            }
            interim = Data(before)
        }

        func prefix(upTo phase: LoopbackFault.Phase) -> Data {
            switch phase {
            case .beforeHead: Data()
            case .afterHead: interim + bytes.prefix(headBytes)
            case .afterBodyBytes(let count):
                interim + bytes.prefix(content.lowerBound + min(max(0, count), content.count))
            }
        }

        /// A response that sends raw bytes first, and the rest by a script.
        ///
        /// - Parameter count: The number of bytes of the script, if they complete the message.
        func sending(
            _ first: Data,
            _ count: Int?,
            _ script: @escaping @Sendable (LoopbackWriter) async throws -> Void
        ) -> WireResponse {
            var response = WireResponse.verbatim(first)
            response.script = script
            response.scriptBytes = count
            response.closesConnection = closes
            response.isStalling = isStalling
            response.isResetting = isResetting
            return response
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
