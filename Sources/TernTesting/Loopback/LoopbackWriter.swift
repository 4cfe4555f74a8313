import Foundation

/// Sends the rest of a body, piece by piece. See `SampleResponse.writing(_:)`.
public struct LoopbackWriter: Sendable {
    let connection: Int
    let framing: ResponseWriter.Framing
    let commandQueue: CommandQueue<LoopbackCommand>
    let countdown: ByteCountdown

    /// Sends a piece with the framing of the body. Returns after the kernel has accepted the whole piece. If the client
    /// doesn't read, the method waits until the client reads.
    ///
    /// - Throws: `CancellationError` when the connection is closed.
    public func send(_ piece: Data) async throws {
        guard !piece.isEmpty else { return }
        countdown.willSend(piece.count)
        var bytes: [UInt8] = []
        if framing == .chunked { ResponseWriter.appendChunk(piece, to: &bytes) }
        let framed = framing == .chunked ? Data(bytes) : piece
        try await withCheckedThrowingContinuation { continuation in
            let outgoing = OutgoingBytes(bytes: framed, continuation: continuation)
            commandQueue.add(LoopbackCommand(.bytes(outgoing), connection: connection))
        }
    }

    /// Sends a piece of text.
    ///
    /// - Throws: `CancellationError` when the connection is closed.
    public func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }
}

/// A piece of a body that waits to be sent.
struct OutgoingBytes: Sendable {
    var bytes: Data
    /// The `send` call that waits for these bytes. `nil` if no call waits.
    var continuation: CheckedContinuation<Void, any Error>?
}
