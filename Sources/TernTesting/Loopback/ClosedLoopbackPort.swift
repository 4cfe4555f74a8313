import Foundation

/// A port on 127.0.0.1 that refuses connections. The port is reserved while the instance exists.
///
/// ```swift
/// let port = try ClosedLoopbackPort()
/// let github = Provider<GitHub>(endpointClosure: { Endpoint($0, baseURL: port.url) })
/// await #expect(throws: TernError.self) { try await github.request(.zen) }      // connectionRefused
/// ```
public final class ClosedLoopbackPort: Sendable {
    /// The number of the port.
    public let port: Int

    /// `http://127.0.0.1:PORT`, without a trailing slash.
    public let url: URL

    private let descriptor: Int32

    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public init() throws(TestKitError) {
        (descriptor, port) = try Sockets.bindOnly()
        do throws(TestKitError) {
            url = try URL(loopback: "127.0.0.1:\(port)")
            Journal.current?.add(ownServer: "\(port)")
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
    init(loopback authority: String) throws(TestKitError) {
        guard let url = URL(string: "http://\(authority)") else {
            throw TestKitError(
                .bindFailed,
                "The system returned the unusable address \(authority)."
            )
        }
        self = url
    }
}
