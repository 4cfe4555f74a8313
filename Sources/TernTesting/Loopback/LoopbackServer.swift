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
/// The kernel picks the port, nothing in the process is changed but its limit of descriptors, and any number of servers run
/// side by side, so tests that use one stay parallel.
///
/// ### Answering
///
/// With routes, a request that none is meant for is answered with 501 and a body that names it, the routes that come
/// nearest, and what is different about them:
///
/// ```swift
/// let server = try LoopbackServer(
///     routes: ["GET /users/octocat": .json(#"{"id":1}"#), "DELETE /users/octocat": .status(204)],
///     scripts: ["GET /me": [.status(401), .json(#"{"id":1}"#)]],
///     handlers: ["POST /echo": { request in .data(request.body) }]
/// )
/// ```
///
/// A script, ``LoopbackAnswers``, answers differently over time. An API's own samples are served by
/// ``init(serving:port:journal:fileID:filePath:line:column:answer:)``.
///
/// A handler may suspend for as long as it likes, which is how a test holds a response back; other connections go
/// on meanwhile. It starts on the server's only thread and must not block it. If the client goes away, or the server
/// stops, the handler's task is cancelled. An error it throws is answered as a 500 with the error's text.
///
/// To play a server that misbehaves, see ``LoopbackResponse`` and ``LoopbackFault``.
///
/// ### In a journal
///
/// In a test with the trait `.network`, or with a ``Journal`` of your own, each request is recorded there, with what it was
/// answered. Requests without an answer, malformed ones, and routes and answers that nobody asked for are findings. A
/// request that a handler holds is in flight until it is answered or its client is gone, and stays so if the server is
/// stopped meanwhile; the trait waits for a client that is about to go.
///
/// A handler runs outside of the test's task: what it expects of a request is checked after the call, on ``requests``.
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
/// client that passes here has its framing right. Request lines above 64 KiB are answered with 414, heads above that with
/// 431, bodies above `maximumBodyBytes` with 413, transfer codings next to `chunked` with 501, versions other than 1.0 and
/// 1.1 with 505. Those never reach the handler, and are ``malformedRequests``, not ``requests``. A client that shuts down its sending side counts as gone once what it sent is answered, or as soon as
/// a handler suspends.
public final class LoopbackServer: Sendable {
    /// Answers one request. Called once for each, and for those of one connection one after the other.
    public typealias Handler = @Sendable (LoopbackRequest) async throws -> LoopbackResponse

    /// Decides about a request with a body when its head is there. While it suspends, no more than a few hundred
    /// kilobytes of the body are read.
    public typealias HeadHandler = @Sendable (LoopbackRequest) async throws -> LoopbackHeadAnswer

    /// The port on 127.0.0.1; 0 on a Unix domain socket.
    public var port: Int {
        ownLog.serverIsUsed()
        return listener.port
    }

    /// `http://127.0.0.1:PORT`, without a slash at its end; `http://localhost` on a Unix domain socket.
    public var url: URL {
        ownLog.serverIsUsed()
        return ownURL
    }

    /// What a test asks for.
    var log: ServerLog {
        ownLog.serverIsUsed()
        return ownLog
    }

    private let listener: Listener
    private let mailbox: Mailbox
    private let ownURL: URL
    private let ownLog: ServerLog

    /// Starts a server that answers with `handler`.
    ///
    /// The process may have as many descriptors open from here on as its hard limit allows, up to 65,536.
    ///
    /// - Parameters:
    ///   - port: Where to listen on 127.0.0.1. 0, a free port that the kernel picks, by default.
    ///   - unixSocketPath: Where to listen instead of on 127.0.0.1: a path where there is nothing yet, and nothing any
    ///     more after ``stop()``. `nil` by default.
    ///   - maximumBodyBytes: Upper bound of a request's body, 64 MiB by default.
    ///   - recordsRequests: Whether ``requests`` keeps what arrives; `true` by default. Requests are counted anyway.
    ///   - journal: That of the test which runs, by default.
    ///   - headHandler: Decides about requests with a body before it comes. By default they are all read.
    /// - Throws: Code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init(
        port: Int = 0,
        unixSocketPath: String? = nil,
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        recordsRequests: Bool = true,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
        headHandler: HeadHandler? = nil,
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let listener = if let unixSocketPath { try Listener(path: unixSocketPath) } else { try Listener(port: port) }
        try self.init(
            listener: listener,
            maximumBodyBytes: maximumBodyBytes,
            log: ServerLog(
                recordsRequests: recordsRequests,
                report: ServerReport(journal: journal, source: source, expectsRequests: true)
            ),
            headHandler: headHandler,
            handler: handler
        )
    }

    /// Starts a server that answers by method and target: `"GET /users?page=2"`, or `"GET /users"` for any query.
    ///
    /// - Parameters:
    ///   - port: Where to listen on 127.0.0.1. 0, a free port that the kernel picks, by default.
    ///   - routes: Fixed responses.
    ///   - scripts: Routes that answer one response after the other.
    ///   - handlers: Routes whose response depends on the request.
    ///   - maximumBodyBytes: Upper bound of a request's body, 64 MiB by default.
    ///   - recordsRequests: Whether ``requests`` keeps what arrives; `true` by default. Requests are counted anyway.
    ///   - journal: That of the test which runs, by default.
    /// - Throws: Code `.invalidRoute`, `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init(
        port: Int = 0,
        routes: KeyValuePairs<String, LoopbackResponse> = [:],
        scripts: KeyValuePairs<String, LoopbackAnswers> = [:],
        handlers: KeyValuePairs<String, Handler> = [:],
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        recordsRequests: Bool = true,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) throws(LoopbackServerError) {
        var rules: [LoopbackRoutes.Rule] = []
        rules += routes.map { LoopbackRoutes.Rule(route: $0.key, answer: .answers(.forever($0.value))) }
        rules += scripts.map { LoopbackRoutes.Rule(route: $0.key, answer: .answers($0.value)) }
        rules += handlers.map { LoopbackRoutes.Rule(route: $0.key, answer: .handler($0.value)) }
        try self.init(
            rules,
            port: port,
            maximumBodyBytes: maximumBodyBytes,
            recordsRequests: recordsRequests,
            report: ServerReport(
                journal: journal,
                source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
            )
        )
    }

    /// Starts a server that answers by rules.
    convenience init(
        _ rules: [LoopbackRoutes.Rule],
        port: Int,
        maximumBodyBytes: Int = 64 * 1024 * 1024,
        recordsRequests: Bool = true,
        report: ServerReport?
    ) throws(LoopbackServerError) {
        // Before the routes: a server that doesn't start must leave nothing unused in the journal.
        let listener = try Listener(port: port)
        let routes = try LoopbackRoutes(rules, report: report)
        try self.init(
            listener: listener,
            maximumBodyBytes: maximumBodyBytes,
            log: ServerLog(recordsRequests: recordsRequests, report: report, target: routes.target(of:)),
            headHandler: nil,
            handler: { try await routes.respond(to: $0) }
        )
    }

    private init(
        listener: Listener,
        maximumBodyBytes: Int,
        log: ServerLog,
        headHandler: HeadHandler?,
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        DescriptorLimit.raise()
        self.listener = listener
        ownLog = log
        mailbox = try Mailbox()
        let port = listener.port
        guard let url = URL(string: port == 0 ? "http://localhost" : "http://127.0.0.1:\(port)") else {
            throw LoopbackServerError(code: .bindFailed, message: "The system gave no usable port, but \(port).")
        }
        ownURL = url

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

    deinit {
        stop()
    }

    /// Closes the port at once, and the connections soon after, without waiting for handlers; those that run are
    /// cancelled. Does nothing the second time. The end of the server's life has the same effect.
    ///
    /// With a journal, a request is in flight if its client waits for the answer, or for the rest of it, and that is a
    /// finding. The client has three seconds in which it may turn out to be gone; its connection is closed after that.
    /// ``Journal/settle(within:)`` waits for it.
    public func stop() {
        listener.close()
        ownLog.serverDidStop()
        mailbox.askToStop()
    }
}
