import Foundation

/// A port on 127.0.0.1 where nobody listens, and that no server gets while this lives: a connection is refused.
///
/// ```swift
/// let port = try ClosedLoopbackPort()
/// let github = Provider<GitHub>(endpointClosure: { Endpoint($0, baseURL: port.url) })
/// await #expect(throws: TernError.self) { try await github.request(.zen) }      // connectionRefused
/// ```
public final class ClosedLoopbackPort: Sendable {
    public let port: Int

    /// `http://127.0.0.1:PORT`, without a slash at its end.
    public let url: URL

    private let descriptor: Int32

    /// - Throws: Code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public init() throws(LoopbackServerError) {
        (descriptor, port) = try Sockets.bindOnly()
        do throws(LoopbackServerError) {
            url = try URL(loopbackPort: port)
        } catch {
            Sockets.close(descriptor)
            throw error
        }
    }

    deinit {
        Sockets.close(descriptor)
    }
}

extension URL {
    init(loopbackPort port: Int) throws(LoopbackServerError) {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw LoopbackServerError(code: .bindFailed, message: "The system gave no usable port, but \(port).")
        }
        self = url
    }
}
