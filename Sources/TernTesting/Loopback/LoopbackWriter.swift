import Foundation

/// Sends the rest of a body, piece by piece; see ``LoopbackResponse/writing(_:)``.
public struct LoopbackWriter: Sendable {
    let connection: Int
    let framing: ResponseWriter.Framing
    let mailbox: Mailbox

    /// Sends a piece, framed as the body is. Returns when the kernel has taken all of it, which takes as long as the
    /// client doesn't read.
    ///
    /// - Throws: `CancellationError` when the connection is gone.
    public func send(_ piece: Data) async throws {
        guard !piece.isEmpty else { return }
        var bytes: [UInt8] = []
        if framing == .chunked { ResponseWriter.appendChunk(piece, to: &bytes) }
        let framed = framing == .chunked ? Data(bytes) : piece
        try await withCheckedThrowingContinuation { continuation in
            mailbox.post(.bytes(OutgoingBytes(bytes: framed, continuation: continuation), connection: connection))
        }
    }

    /// Sends a piece of text.
    ///
    /// - Throws: `CancellationError` when the connection is gone.
    public func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }
}

/// What writes the rest of a body. Equal only to itself, since closures can't be compared.
final class LoopbackScript: Sendable, Equatable {
    let write: @Sendable (LoopbackWriter) async throws -> Void

    init(_ write: @escaping @Sendable (LoopbackWriter) async throws -> Void) {
        self.write = write
    }

    static func == (lhs: LoopbackScript, rhs: LoopbackScript) -> Bool { lhs === rhs }
}

/// A piece of a script on its way to the kernel.
struct OutgoingBytes: Sendable {
    var bytes: Data
    /// `nil` if nobody waits.
    var continuation: CheckedContinuation<Void, any Error>?
}
