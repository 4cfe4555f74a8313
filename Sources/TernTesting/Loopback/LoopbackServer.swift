import Foundation
import Tern

/// A real HTTP/1.1 server on 127.0.0.1, for tests, examples and benchmarks.
///
/// ```swift
/// let server = try LoopbackServer { request in
///     .json(#"{"login":"octocat"}"#)
/// }
/// defer { server.stop() }
///
/// let (data, _) = try await URLSession.shared.data(from: server.url.appending(path: "users/octocat"))
/// server.requests[0].path                 // "/users/octocat"
/// server.requests[0].headers["Accept"]    // "*/*"
/// ```
///
/// The kernel picks the port, nothing in the process is changed, and any number of servers run side by side, so
/// tests that use one stay parallel.
///
/// ### Answering
///
/// With fixed routes, requests that none is meant for are answered with 501 and a body that names them:
///
/// ```swift
/// let server = try LoopbackServer(
///     routes: ["GET /users/octocat": .json(#"{"id":1}"#), "DELETE /users/octocat": .status(204)],
///     handlers: ["POST /echo": { request in .data(request.body) }]
/// )
/// ```
///
/// A handler may suspend for as long as it likes, which is how a test holds a response back; other connections go
/// on meanwhile. It starts on the server's only thread and must not block it. If the client goes away, or the server
/// stops, the handler's task is cancelled. An error it throws is answered as a 500 with the error's text.
///
/// To play a server that misbehaves, see ``LoopbackResponse``.
///
/// ### Waiting
///
/// Nothing has to be polled. Each of these suspends until it is true, and throws `CancellationError` if the task is
/// cancelled:
///
/// ```swift
/// let sent = try await server.requests(atLeast: 3)
/// try await server.openConnections(atMost: 0)
/// ```
///
/// ### What it is strict about
///
/// A request that two parties could read differently is answered with 400 and the end of the connection: a bare LF,
/// a folded field, a blank before a colon, two lengths, a length next to a transfer coding, a missing Host. So a
/// client that passes here has its framing right. Heads above 64 KiB are answered with 431, bodies above
/// `maximumBodyBytes` with 413, versions other than 1.0 and 1.1 with 505. Those never reach the handler and are not
/// recorded. A client that shuts down its sending side counts as gone once what it sent is answered, or as soon as
/// a handler suspends.
public final class LoopbackServer: Sendable {
    /// Answers one request. Called once for each, and for those of one connection one after the other.
    public typealias Handler = @Sendable (LoopbackRequest) async throws -> LoopbackResponse

    /// Decides about a request with a body when its head is there. While it suspends, no more than a few hundred
    /// kilobytes of the body are read.
    public typealias HeadHandler = @Sendable (LoopbackRequest) async throws -> LoopbackHeadAnswer

    /// The port on 127.0.0.1; 0 on a Unix domain socket.
    public let port: Int

    /// `http://127.0.0.1:PORT`, without a slash at its end; `http://localhost` on a Unix domain socket.
    public let url: URL

    private let listener: Listener
    private let mailbox: Mailbox
    private let log: ServerLog

    /// Starts a server that answers with `handler`.
    ///
    /// The process may have as many descriptors open from here on as its hard limit allows, up to 65,536.
    ///
    /// - Parameters:
    ///   - unixSocketPath: Where to listen instead of on 127.0.0.1: a path where there is nothing yet, and nothing any
    ///     more after ``stop()``. `nil` by default.
    ///   - maximumBodyBytes: Upper bound of a request's body, 64 MiB by default.
    ///   - recordsRequests: Whether ``requests`` keeps what arrives; `true` by default. Requests are counted anyway.
    ///   - headHandler: Decides about requests with a body before it comes. By default they are all read.
    /// - Throws: Code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public init(
        unixSocketPath: String? = nil,
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        recordsRequests: Bool = true,
        headHandler: HeadHandler? = nil,
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        DescriptorLimit.raise()
        listener = if let unixSocketPath { try Listener(path: unixSocketPath) } else { try Listener() }
        mailbox = try Mailbox()
        log = ServerLog(recordsRequests: recordsRequests)
        port = listener.port
        guard let url = URL(string: port == 0 ? "http://localhost" : "http://127.0.0.1:\(port)") else {
            throw LoopbackServerError(code: .bindFailed, message: "The system gave no usable port, but \(port).")
        }
        self.url = url

        let thread = Thread { [listener, mailbox, log] in
            var loop = EventLoop(
                listener: listener,
                mailbox: mailbox,
                log: log,
                maximumBodyBytes: maximumBodyBytes,
                handler: handler,
                headHandler: headHandler
            )
            loop.run()
        }
        thread.name = "LoopbackServer:\(port)"
        thread.start()
    }

    /// Starts a server that answers by method and target: `"GET /users?page=2"`, or `"GET /users"` for any query.
    ///
    /// - Parameters:
    ///   - routes: Fixed responses.
    ///   - handlers: Routes whose response depends on the request.
    ///   - maximumBodyBytes: Upper bound of a request's body, 64 MiB by default.
    ///   - recordsRequests: Whether ``requests`` keeps what arrives; `true` by default. Requests are counted anyway.
    /// - Throws: Code `.invalidRoute`, `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init(
        routes: [String: LoopbackResponse],
        handlers: [String: Handler] = [:],
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        recordsRequests: Bool = true
    ) throws(LoopbackServerError) {
        let routes = try LoopbackRoutes(responses: routes, handlers: handlers)
        try self.init(
            maximumBodyBytes: maximumBodyBytes,
            recordsRequests: recordsRequests,
            handler: { try await routes.respond(to: $0) }
        )
    }

    deinit {
        stop()
    }

    /// The requests so far, in the order of their arrival; empty if they aren't recorded.
    public var requests: [LoopbackRequest] { log.requests }

    /// How many requests arrived so far, recorded or not.
    public var requestCount: Int { log.counts.requests }

    /// How many connections are open. A client may know of a new one slightly earlier, and of a closed one later.
    public var openConnections: Int { log.counts.openConnections }

    /// How many connections were accepted so far, the closed ones too.
    public var acceptedConnections: Int { log.counts.acceptedConnections }

    /// How many bytes the kernel has taken so far, heads included.
    public var sentBytes: Int { log.counts.sentBytes }

    /// How many bytes were received so far, heads included. What comes after a connection's last answer isn't counted.
    public var receivedBytes: Int { log.counts.receivedBytes }

    /// Waits until this many requests have arrived, and returns all there are by then. A request counts as soon as it
    /// is handed to the handler, answered or not.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    @discardableResult
    public func requests(atLeast minimum: Int) async throws -> [LoopbackRequest] {
        try await log.wait(for: .requests(atLeast: minimum))
        return log.requests
    }

    /// Waits until the kernel has taken this many bytes.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    public func sentBytes(atLeast minimum: Int) async throws {
        try await log.wait(for: .sentBytes(atLeast: minimum))
    }

    /// Waits until this many bytes have been received.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and `LoopbackServerError` with code `.stopped` when
    ///   the server is stopped before.
    public func receivedBytes(atLeast minimum: Int) async throws {
        try await log.wait(for: .receivedBytes(atLeast: minimum))
    }

    /// Waits until no more than this many connections are open; with 0, after ``stop()`` too.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func openConnections(atMost maximum: Int) async throws {
        try await log.wait(for: .openConnections(atMost: maximum))
    }

    /// Closes the port at once, and the connections soon after, without waiting for handlers; those that run are
    /// cancelled. Does nothing the second time. The end of the server's life has the same effect.
    public func stop() {
        listener.close()
        mailbox.askToStop()
        log.serverDidStop()
    }
}
