import Foundation
import Tern

/// Sends the body of a request while the response is read: a server may respond before it has the whole body.
///
/// It is a separate task, since a streamed response is returned to the caller while the body is still being sent.
final class Upload: Sendable {
    private struct State {
        /// The number of bytes that the socket has sent when the request is complete. `nil` while it isn't known.
        var end: Int?
        var failure: (any Error)?
    }

    private static let pieceBytes = 64 * 1024
    private static let lastChunk = Data("0\r\n\r\n".utf8)

    private let socket: Socket
    private let state: Guarded<State>
    private let task: Task<Void, Never>?

    init(
        _ body: RequestBody?,
        _ framing: RequestHead.Framing,
        on socket: Socket,
        idleTime: Duration,
        _ tracker: ProgressTracker
    ) {
        self.socket = socket
        let state = Guarded(State())
        self.state = state
        switch framing {
        case .none: state.withLock { $0.end = socket.sentBytes }
        case .length(let length): state.withLock { $0.end = socket.sentBytes + Int(length) }
        case .chunked: break
        }
        guard let body, body.length != 0 else {
            task = nil
            return
        }
        task = Task {
            do {
                try await body.forEachChunk { chunk in
                    var rest = chunk
                    while !rest.isEmpty {
                        let piece = rest.prefix(Self.pieceBytes)
                        try await socket.send(framing == .chunked ? Self.chunk(piece) : piece, idleTime: idleTime)
                        tracker.send(piece.count)
                        rest = rest.dropFirst(piece.count)
                    }
                }
                guard framing == .chunked else { return }
                state.withLock { $0.end = socket.sentBytes + Self.lastChunk.count }
                try await socket.send(Self.lastChunk, idleTime: idleTime)
            } catch {
                // If the server has closed the connection, its response may still contain the reason.
                guard !(error is SystemError), !Task.isCancelled else { return }
                state.withLock { $0.failure = error }
                socket.shutDown()
            }
        }
    }

    deinit {
        task?.cancel()
    }

    /// Whether the server has received, or will receive, the whole request.
    var isComplete: Bool { state.withLock(\.end) == socket.sentBytes }

    /// The error that prevents the completion of the request.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// A chunk of RFC 9112, section 7.1.
    private static func chunk(_ data: Data) -> Data {
        Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }
}
