import Foundation
import Tern

/// A transport over plain sockets: HTTP/1.1 with http URLs, streamed bodies in both directions, trailers and metrics.
///
/// It has no TLS, HTTP/2, proxy, cookies or content decoding, and refuses settings for them. It never requests a
/// compressed body, ignores the proxy of the system, and connects to IPv4 addresses only.
///
/// ```swift
/// let github = Provider<GitHub>(transport: try SocketTransport())
/// ```
struct SocketTransport: Transport {
    private let configuration: TransportConfiguration
    private let pool: ConnectionPool

    /// - Throws: `TernError` with code `.unsupportedConfiguration`, or `.transportFailed` if no descriptor is free.
    init(_ configuration: TransportConfiguration = TransportConfiguration()) throws(TernError) {
        try configuration.check()
        try Self.refuse(configuration.httpVersions == .http2, "HTTP/2")
        try Self.refuse(configuration.tls != TransportConfiguration.TLS(), "TLS")
        if case .url = configuration.proxy { try Self.refuse(true, "proxies") }
        try Self.refuse(configuration.unixSocketPath != nil, "Unix domain sockets")
        try Self.refuse(configuration.cookies != .off, "cookies")
        self.configuration = configuration
        do { pool = try ConnectionPool(configuration) } catch {
            throw TernError(.transportFailed, reason: "The transport can't be made: \(error).", underlying: error)
        }
    }

    func send(_ request: Request, hop: Hop) async throws -> Response {
        try Task.checkCancellation()
        let start = ContinuousClock.now
        let idleTime = request.idleTimeout ?? configuration.idleTimeout
        let lease = try await pool.connection(
            to: try Origin(request.url),
            isNew: hop.needsNewConnection,
            since: start,
            idleTime: idleTime
        )
        let tracker = ProgressTracker(for: request, hop)
        do {
            let exchange = try await Exchange(request, on: lease, of: pool, since: start, idleTime: idleTime, tracker)
            return try await exchange.response()
        } catch {
            await tracker.finish()
            throw error
        }
    }

    private static func refuse(_ isRefused: Bool, _ feature: String) throws(TernError) {
        guard isRefused else { return }
        throw TernError(.unsupportedConfiguration, reason: "SocketTransport doesn't support \(feature).")
    }
}
