import Foundation

/// The engine on Apple platforms: a `URLSession` of its own, which keeps no cookies, cache or credentials by itself.
///
/// It follows redirects by Tern's own rules, bounds the body that it collects, and makes an answer of a 401 that comes
/// with a challenge.
///
/// On Linux it works around FoundationNetworking where that can be done from outside: no `data(for:)`, no URL cache, no
/// cancelling that stops all sessions, no cancelling of a pending redirect, no authentication that waits for ever, no
/// timeout that traps, no body that is cut short because a kept connection turns out to be closed. What can't be had there:
///
/// - Timeouts of the `URLRequest` itself are whole seconds, rounded up; a target's `timeout` and a deadline are exact.
/// - A stream whose reader falls behind can't slow the server down. More than 64 MiB
///   waiting in memory ends it with `.bodyTooLarge`; a file that is written too slowly, too.
/// - Of a ``RequestBody`` only a file can be sent, which is read into memory; others fail with `.transportFailed`.
/// - The body of a redirect can't be bounded.
/// - A request whose method isn't idempotent gets a connection of its own, so that it is sent once. Others are sent again
///   by the session where a kept connection ends, without counting as attempts; and what a server sends on a kept
///   connection after a response is taken for the next one.
/// - A cancellation handler of the caller's, around a call, can't cancel a `URLSessionTask` of its own: that waits for the
///   queue which all sessions share, while that waits for the handler.
/// - Of ``TransportMetrics`` only times and bytes that can be seen from outside are there; received bytes are decoded.
///
/// Throws `URLError`, `TernError` with code `.bodyTooLarge`, `.bodyNotReplayable`, `.tooManyRedirects`, `.timedOut`,
/// `.connectionLost`, `.transportFailed` or `.malformedResponse`, and `CancellationError`.
public final class URLSessionTransport: Transport {
    /// What the transport keeps itself, since a session can't.
    private struct Rules {
        /// In seconds.
        var idleTimeout: TimeInterval
        var redirects = TransportConfiguration.RedirectPolicy.follow(limit: Redirect.limit)
    }

    /// A session and its delegate, which knows the session's tasks by their numbers.
    private struct Connections {
        let session: URLSession
        let delegate = URLSessionTransportDelegate()

        init(_ configuration: URLSessionConfiguration) {
            let queue = URLSessionTransport.delegateQueue
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        }

        /// The session would keep its delegate for ever. What is under way still ends.
        func close() {
            session.finishTasksAndInvalidate()
        }
    }

    private let configuration: URLSessionConfiguration
    private let connections: Connections
    private let rules: Rules

    /// - Parameter configuration: What the session is made from, such as its protocol classes or connections per host.
    ///   By default an ephemeral one without cookies, cache and stored credentials. It is copied; on Linux the copy
    ///   has no URL cache whatever it says, since that traps there.
    public init(configuration: URLSessionConfiguration? = nil) {
        let configuration = configuration.map(Self.copy) ?? Self.defaultConfiguration
        rules = Rules(idleTimeout: configuration.timeoutIntervalForRequest)
        self.configuration = configuration
        connections = Connections(configuration)
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration`, if `URLSession` can't honour `configuration`. On
    ///   Linux that is everything but `connectionsPerHost`, `redirects` and an `idleTimeout` of whole
    ///   seconds, which is what ends the wait for a connection as well. On Apple platforms it is a `connectTimeout`,
    ///   a Unix socket, other HTTP versions than the negotiated one, trust, pins and identity of TLS, a proxy that isn't
    ///   `http` or `socks5h` or wants credentials, and a body that is not to be decoded.
    public init(_ configuration: TransportConfiguration) throws(TernError) {
        try configuration.check()
        try Self.refuseUnsupported(in: configuration)
        rules = Rules(
            idleTimeout: configuration.idleTimeout / .seconds(1),
            redirects: configuration.redirects
        )
        self.configuration = Self.sessionConfiguration(for: configuration)
        connections = Connections(self.configuration)
    }

    deinit {
        // Streams may still be read.
        connections.close()
    }

    public var redirectPolicy: TransportConfiguration.RedirectPolicy { rules.redirects }

    public func send(_ request: Request) async throws -> Response {
        try await ExternalWait.run(request.description) {
            var request = try await Self.replacingBody(of: request)
            request.idleTimeout = Self.safeIdleTimeout(request.idleTimeout, default: rules.idleTimeout)
            return try await exchange(request)
        }
    }

    // MARK: - Private

    private func exchange(_ request: Request) async throws -> Response {
        let connections = connections(for: request)
        defer { if connections.session !== self.connections.session { connections.close() } }
        let transfer = URLSessionTransfer(request, redirects: rules.redirects)
        do {
            return try await result(of: transfer, in: connections).ternResponse
        } catch is URLSessionTransfer.BodyNeededAgain {
            let reason = "The connection was closed while the body was sent."
            throw ConnectionLoss(
                TernError(.connectionLost, reason: reason),
                isConnectionReused: true,
                isBodyReplayable: true
            )
        } catch let error where TernError.code(ofTransportError: error) == .connectionLost && !transfer.hasBegun {
            throw ConnectionLoss(TernError.wrapping(error, thrownBy: .transport))
        }
    }

    private func result(of transfer: URLSessionTransfer, in connections: Connections) async throws -> URLSessionResult {
        try await withTaskCancellationHandler {
            // Orders what made the answer before what reads it. The continuation does so already, but by means that the
            // Thread Sanitizer can't see where it was resumed before anybody waited for it.
            defer { transfer.state.withLock { _ in } }
            return try await withCheckedThrowingContinuation { continuation in
                transfer.start(continuation) {
                    let task = makeTask(for: transfer.request, in: connections.session)
                    connections.delegate.add(transfer, for: task)
                    return task
                }
            }
        } onCancel: {
            transfer.cancel()
        }
    }

    private func connections(for request: Request) -> Connections {
        Self.needsNewConnection(request) ? Connections(configuration) : connections
    }

    private func makeTask(for request: Request, in session: URLSession) -> URLSessionTask {
        var urlRequest = URLRequest(request)
        guard let body = request.body, body.data == nil else { return session.dataTask(with: urlRequest) }
        if let file = body.fileURL { return session.uploadTask(with: urlRequest, fromFile: file) }
        if let length = body.length { urlRequest.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
        return session.uploadTask(withStreamedRequest: urlRequest)
    }
}
