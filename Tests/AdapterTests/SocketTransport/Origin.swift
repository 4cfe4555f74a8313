import Foundation
import Tern

/// The origin of a request. Requests to the same origin share connections.
struct Origin: Hashable, Sendable {
    let host: String
    let port: UInt16

    /// - Throws: `TernError` with code `.transportFailed` for https, `.invalidURL` for a URL without a host.
    init(_ url: URL) throws {
        guard url.scheme?.lowercased() == "http" else {
            throw TernError(.transportFailed, reason: "SocketTransport sends http requests only.")
        }
        guard let host = url.host, !host.isEmpty, let port = UInt16(exactly: url.port ?? 80) else {
            throw TernError(.invalidURL, reason: "The URL has no host, or no valid port.")
        }
        self.host = host.lowercased()
        self.port = port
    }

    /// The value of the Host field (RFC 9110, section 7.2).
    var hostField: String {
        port == 80 ? host : "\(host):\(port)"
    }
}
