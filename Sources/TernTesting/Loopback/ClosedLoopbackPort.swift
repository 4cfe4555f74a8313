import Foundation

/// A port on 127.0.0.1 that refuses connections. The port is reserved while the instance exists.
///
/// ```swift
/// let port = try ClosedLoopbackPort()
/// let github = Provider<GitHub>(endpointClosure: { Endpoint($0, baseURL: port.url) })
/// await #expect(throws: TernError.self) { try await github.request(.zen) }      // connectionRefused
/// ```
public final class ClosedLoopbackPort: Sendable {
    public let port: Int

    /// `http://127.0.0.1:PORT`, without a trailing slash.
    public let url: URL

    private let descriptor: Int32

    /// - Throws: `LoopbackServerError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public init() throws(LoopbackServerError) {
        (descriptor, port) = try Sockets.bindOnly()
        do throws(LoopbackServerError) {
            url = try URL(loopback: "127.0.0.1:\(port)")
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
    init(loopback authority: String) throws(LoopbackServerError) {
        guard let url = URL(string: "http://\(authority)") else {
            throw LoopbackServerError(
                code: .bindFailed,
                message: "The system returned the unusable address \(authority)."
            )
        }
        self = url
    }
}
