import Foundation
import TernHTTP

/// A transport that uses its own `URLSession`, without cookies, cache and stored credentials. It is the engine on Apple
/// platforms.
///
/// Tern's own rules decide which redirects are followed. A collected body has a size limit. A response 401 with a
/// challenge is returned as a response, unless ``Options/onChallenge`` responds to the challenge.
///
/// The parts for Apple platforms are typechecked on Linux, but have not been run on an Apple platform yet.
/// "Connections and transports" in the guide of `Tern` lists the settings that each engine supports.
///
/// On Linux it avoids several defects of FoundationNetworking: it uses neither `data(for:)` nor a URL cache, cancels no
/// other session and no pending redirect, never waits for authentication, rounds timeouts, and detects a body that a
/// closed connection has truncated. These limits remain:
///
/// - Timeouts of a `URLRequest` are rounded up to whole seconds. A target's `timeout` and a deadline are exact.
/// - A slow reader of a stream doesn't slow the server down. A stream with more than 64 MiB waiting in memory fails
///   with `.bodyTooLarge`, and so does a file that is written too slowly.
/// - A `RequestBody` in memory or in a file can be sent. A file is read into memory. Any other body fails with
///   `.transportFailed`.
/// - Some responses end the process, and some have no size limit: use it only with servers that you trust.
/// - A POST with a body and without `Content-Type` is sent with `application/x-www-form-urlencoded`. Give the body its
///   media type.
/// - A request whose method isn't idempotent gets a new connection, so that it is sent only once. If a reused
///   connection ends, the session itself sends any other request again, and the repetition doesn't count as an attempt.
///   Bytes that a server sends after a response are treated as the next response on the connection.
/// - The caller's cancellation handlers must not cancel a `URLSessionTask`. Its `cancel()` waits for the queue that all
///   sessions share, and that queue waits for the handlers.
/// - `Response.Metrics` has only the times and byte counts that can be measured outside the session. Received bytes
///   are counted after decoding.
///
/// Throws `ConnectionLoss` if the connection is lost before the response begins, `CancellationError`, `TernError` for
/// the errors that Tern itself detects, and `URLError` for the other errors of the session. Tern maps the codes of a
/// `URLError` to those of a `TernError`.
public final class URLSessionTransport: Transport {
    /// A session and its events, which map the session's tasks to transfers.
    struct Connections {
        let session: any TaskSession
        let events: SessionEvents
        var kind = SessionKind.current
        var makeBodyStreams = BodyStreamPair.make

        init(_ session: any TaskSession, _ events: SessionEvents) {
            self.session = session
            self.events = events
        }

        init(_ configuration: URLSessionConfiguration, _ hooks: URLSessionHooks) {
            events = SessionEvents(hooks)
            session = URLSession(
                configuration: configuration,
                delegate: URLSessionTransportDelegate(events),
                delegateQueue: URLSessionTransport.delegateQueue
            )
        }

        /// Invalidates the session, which would keep its delegate forever. Running tasks complete.
        func close() {
            session.finishTasksAndInvalidate()
        }
    }

    #if canImport(FoundationNetworking)
        /// The configuration of the sessions for requests that need a separate connection. In FoundationNetworking, the
        /// class is Sendable.
        private let configuration: URLSessionConfiguration
    #endif
    /// Whether the session sends requests over the network: it has no `URLProtocol` class but those of Foundation.
    private let isLive: Bool
    private let connections: Connections
    /// In seconds. The transport applies it itself, since a session can't.
    private let idleTimeout: TimeInterval

    /// Creates a session without cookies, cache and stored credentials.
    public convenience init() {
        self.init(session: Self.defaultConfiguration, hooks: URLSessionHooks())
    }

    /// - Parameters:
    ///   - configuration: The configuration of the session, with properties such as its protocol classes or connections
    ///     per host. It is copied. On Linux the copy has no URL cache, which isn't safe there.
    ///   - options: Settings of Apple's session. Options that aren't at their default replace the settings of
    ///     `configuration`.
    /// - Throws: `TernError` with code `.unsupportedConfiguration` for a background session, for `isDiscretionary`, for
    ///   an option that the platform doesn't have, and for a field of `httpAdditionalHeaders` that isn't valid or that
    ///   the URL loading system sets itself.
    public convenience init(
        configuration: URLSessionConfiguration,
        options: Options = Options()
    ) throws(TernError) {
        let copy = Self.copy(configuration)
        try Self.check(copy)
        try options.refuseUnsupported()
        #if !canImport(FoundationNetworking)
            options.apply(to: copy)
        #endif
        self.init(session: copy, hooks: URLSessionHooks(options))
    }

    /// - Throws: `TernError` with code `.unsupportedConfiguration` if `URLSession` doesn't support `configuration` or
    ///   `options`. "Connections and transports" in the guide of `Tern` lists the settings of each engine.
    public convenience init(
        _ configuration: TransportConfiguration,
        options: Options = Options()
    ) throws(TernError) {
        try configuration.check()
        try Self.refuseUnsupported(in: configuration)
        try options.refuseUnsupported()
        try TransportConfiguration.refuse(
            configuration.cookies != .off && options.cookieStorage != nil,
            "cookies and cookieStorage are both set"
        )
        let session = try Self.sessionConfiguration(for: configuration)
        var hooks = try URLSessionHooks(configuration, options)
        #if !canImport(FoundationNetworking)
            options.apply(to: session)
            if configuration.cookies == .inMemory { hooks.cookies = session.httpCookieStorage.map(SessionCookies.init) }
        #endif
        self.init(
            session: session,
            hooks: hooks,
            idleTimeout: configuration.idleTimeout / .seconds(1)
        )
    }

    /// - Parameter idleTimeout: In seconds. The session's timeout by default.
    private convenience init(
        session configuration: URLSessionConfiguration,
        hooks: URLSessionHooks,
        idleTimeout: TimeInterval? = nil
    ) {
        self.init(
            Connections(configuration, hooks),
            configuration: configuration,
            isLive: configuration.protocolClasses?.allSatisfy(Self.isOfFoundation) ?? true,
            idleTimeout: idleTimeout ?? configuration.timeoutIntervalForRequest
        )
    }

    /// A test passes the connections of a simulated session.
    init(
        _ connections: Connections,
        configuration: URLSessionConfiguration = .ephemeral,
        isLive: Bool = false,
        idleTimeout: TimeInterval = 60
    ) {
        self.connections = connections
        #if canImport(FoundationNetworking)
            self.configuration = configuration
        #endif
        self.isLive = isLive
        self.idleTimeout = idleTimeout
    }

    deinit {
        // Running tasks complete, since their streams may still be read.
        connections.close()
    }

    public func send(_ request: Request, hop: Hop) async throws -> Response {
        guard request.decoding != .none else {
            throw TernError(
                .unsupportedConfiguration,
                reason: "URLSession can't keep the content coding of a body.",
                advice: "Use a CurlTransport for requests whose decoding is none."
            )
        }
        #if canImport(FoundationNetworking)
            if isLive { try Self.refuseDotSegments(in: request.url) }
        #endif
        if isLive { LiveRequests.note(request, to: .url(request.url)) }
        return try await ExternalWait.run(request.description) {
            var request = try await Self.replacingBody(of: request, for: connections.kind)
            request.idleTimeout = Self.safeIdleTimeout(request.idleTimeout, default: idleTimeout)
            return try await exchange(request, hop)
        }
    }

    public func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        request.decoding == .automatic && URLSessionResult.decodes(headers.list(for: "Content-Encoding"))
    }

    // MARK: - Private

    private static func isOfFoundation(_ type: AnyClass) -> Bool {
        // Classes of Objective-C have no module.
        let name = String(reflecting: type)
        return name.hasPrefix("Foundation") || !name.contains(".")
    }

    private func exchange(_ request: Request, _ hop: Hop) async throws -> Response {
        let connections = connections(for: request)
        defer { if connections.session !== self.connections.session { connections.close() } }
        let transfer = URLSessionTransfer(
            request,
            hop: hop,
            kind: connections.kind,
            makeBodyStreams: connections.makeBodyStreams
        )
        do {
            return try await result(of: transfer, in: connections).response(to: request)
        } catch is URLSessionTransfer.BodyNeededAgain {
            let reason = "The connection was closed while the body was being sent."
            throw ConnectionLoss(
                TernError(.connectionLost, reason: reason),
                isConnectionReused: true,
                isBodyReplayable: transfer.request.body?.isReplayable
            )
        } catch let error where TernError(wrapping: error).code == .connectionLost && !transfer.hasHead {
            throw ConnectionLoss(TernError.wrapping(error, thrownBy: .transport))
        } catch {
            guard let result = transfer.state.withLock(\.exchange.interruptedResult) else { throw error }
            throw TernError.interrupting(result.response(to: request), to: request, error)
        }
    }

    private func result(of transfer: URLSessionTransfer, in connections: Connections) async throws -> URLSessionResult {
        try await withTaskCancellationHandler {
            // Orders the writes of the result before its reads. The continuation does that already, but the Thread
            // Sanitizer doesn't see it if the continuation was resumed before the task waited for it.
            defer { transfer.state.withLock { _ in } }
            return try await withCheckedThrowingContinuation { continuation in
                transfer.start(continuation) {
                    let task = makeTask(for: transfer, in: connections)
                    connections.events.add(transfer, for: task)
                    return task
                }
            }
        } onCancel: {
            transfer.cancel()
        }
    }

    private func connections(for request: Request) -> Connections {
        #if canImport(FoundationNetworking)
            guard connections.kind == .apple || !Self.needsNewConnection(request) else {
                return Connections(configuration, connections.events.hooks)
            }
        #endif
        return connections
    }

    private func makeTask(for transfer: URLSessionTransfer, in connections: Connections) -> any SessionTask {
        let hooks = connections.events.hooks
        let body = transfer.request.body
        var urlRequest = URLRequest(transfer.request)
        if let cookies = hooks.cookies, cookies.add(to: &urlRequest) {
            transfer.state.withLock { $0.cookies = cookies }
        }
        #if !canImport(FoundationNetworking)
            if hooks.assumesHTTP3Capable { urlRequest.assumesHTTP3Capable = true }
        #endif
        if let body, body.data == nil, body.fileURL == nil, let length = body.length {
            urlRequest.setValue("\(length)", forHTTPHeaderField: "Content-Length")
        }
        return connections.session.makeTask(for: urlRequest, body: body)
    }
}

extension URLSessionTransport: CustomReflectable {
    /// No properties, since a session may contain any secret.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
