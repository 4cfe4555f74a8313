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
/// The kernel selects a free port, and servers are independent of each other, so tests with servers can run in
/// parallel. The server changes nothing in the process except its limit of file descriptors.
///
/// ### Routes and handlers
///
/// For a request without a matching route, the server responds with status 501 and a body that names the request, the
/// nearest route and its differences:
///
/// ```swift
/// let server = try LoopbackServer(
///     routes: [
///         "GET /users/octocat": .json(["id": 1]),
///         "GET /me": .inOrder(.status(401), .json(["id": 1])),
///     ],
///     handlers: ["POST /users/:id": { request in .json(["id": request.parameters["id"]]) }]
/// )
/// ```
///
/// To serve an API's own samples, use ``init(serving:port:options:journal:filePath:line:response:)``.
///
/// A handler may suspend for any time, so a test can hold a response. Other connections continue in the meantime. It
/// starts on the server's only thread and must not block it. If the client disconnects or the server stops, the
/// handler's task is cancelled. If the handler throws, the server responds with status 500 and the error's text.
///
/// To simulate a faulty server, see `SampleResponse.failing(_:)` and the other methods of `SampleResponse` in this
/// module.
///
/// ### Recording into a journal
///
/// In a test with the trait `.network`, or with another ``Journal``, each request is recorded with its response.
/// Findings are: requests without a matching route, malformed requests, unused routes and responses, two routes for the
/// same requests, malformed routes, handlers that throw, and responses that can't be sent. A request that a handler
/// holds is in flight until its response is sent or its client disconnects. If the server is stopped first, the request
/// is reported as in flight. The trait waits for a client that is about to disconnect.
///
/// A request of a transport to a server that records into another journal, or into none, is a finding of the running
/// test, like every other live request.
///
/// A handler runs outside of the test's task, so a failed `#expect` in it isn't assigned to the test. Check
/// ``requests`` after the call instead.
///
/// ### Waiting
///
/// Tests needn't poll the server. Each of these methods suspends until its condition is true, and throws
/// `CancellationError` if the task is cancelled:
///
/// ```swift
/// let sent = try await server.waitForRequests(atLeast: 3)
/// try await server.waitForOpenConnections(atMost: 0)
/// ```
///
/// ### Rejected requests
///
/// The server rejects each ambiguous request with status 400, and closes the connection: a bare LF, a folded field,
/// whitespace before a colon, two lengths, a length together with a transfer coding, a missing Host. If the server
/// accepts a client's requests, their framing is correct. Other rejected requests: 414 for request lines above 64 KiB,
/// 431 for larger heads, 413 for bodies above ``Options/maximumBodyBytes``, 501 for transfer codings other than
/// `chunked`, 505 for versions other than 1.0 and 1.1. The handler never receives these requests; they are in
/// ``malformedRequests``, not in ``requests``.
///
/// A client that shuts down its sending side counts as disconnected when all its requests have responses, or as soon as
/// a handler suspends.
public final class LoopbackServer: Sendable {
    /// Decides about a request with a body after its head has arrived. While it suspends, at most a few hundred
    /// kilobytes of the body are read.
    public typealias HeadHandler = nonisolated(nonsending) @Sendable (RecordedRequest) async throws -> HeadDecision

    /// The port on 127.0.0.1. 0 on a Unix domain socket.
    public var port: Int {
        ownLog.serverIsUsed()
        return listener.port
    }

    /// `http://127.0.0.1:PORT`, without a trailing slash. `http://localhost` on a Unix domain socket.
    public var url: URL {
        ownLog.serverIsUsed()
        return ownURL
    }

    /// The routes, such as `GET /users/:id`, in the order in which they were given. Empty for a server with one handler
    /// for all requests.
    public let routes: [String]

    /// The log, for the methods that tests call.
    var log: ServerLog {
        ownLog.serverIsUsed()
        return ownLog
    }

    private let listener: Listener
    private let commandQueue: CommandQueue<LoopbackCommand>
    private let ownURL: URL
    private let ownLog: ServerLog

    /// Starts a server that responds with `handler`.
    ///
    /// Starting a server raises the process's limit of file descriptors to its hard limit, up to 65,536.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1. 0, a free port that the kernel selects, by default.
    ///   - unixSocketPath: The path of a Unix domain socket to use instead of 127.0.0.1. No file may exist there;
    ///     ``stop()`` removes the socket. `nil` by default.
    ///   - options: The limits of the server, its clock and its log.
    ///   - journal: The journal that records the requests. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - headHandler: Decides about requests with a body before the body arrives. By default, all bodies are read.
    ///   - handler: Creates the response to each request.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init(
        port: Int = 0,
        unixSocketPath: String? = nil,
        options: Options = Options(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        headHandler: HeadHandler? = nil,
        handler: @escaping Responder
    ) throws(TestKitError) {
        let source = SourcePosition(filePath: filePath, line: line)
        let listener = if let unixSocketPath { try Listener(path: unixSocketPath) } else { try Listener(port: port) }
        let entry = ResponderTable.Entry.others(.responder(handler), at: source)
        let table = ResponderTable([entry], of: "LoopbackServer", isServer: true, journal: journal, source: source)
        var responder = ServerResponder(table)
        if let headHandler {
            let samples = RecordedSamples(journal: journal, at: source, isServer: true)
            responder.headHandler = { request in
                let decision = try await headHandler(request)
                guard case .respond(let sample) = decision else { return decision }
                return .respond(samples.response(of: sample, for: request.methodAndPath))
            }
        }
        try self.init(
            listener: listener,
            options: options,
            report: ServerReport(journal: journal, source: source, expectsRequests: true),
            responder: responder
        )
    }

    /// Starts a server that selects each response by the route of the request. See ``StubRoute``.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1. 0, a free port that the kernel selects, by default.
    ///   - routes: Routes with a fixed response, or with responses in order.
    ///   - handlers: Routes whose response depends on the request.
    ///   - options: The limits of the server, its clock and its log.
    ///   - journal: The journal that records the requests. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init(
        port: Int = 0,
        routes: KeyValuePairs<StubRoute, SampleResponse> = [:],
        handlers: KeyValuePairs<StubRoute, Responder> = [:],
        options: Options = Options(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) throws(TestKitError) {
        let source = SourcePosition(filePath: filePath, line: line)
        try self.init(port: port, options: options, journal: journal, at: source) { url in
            StubRoute.entries(routes, handlers, at: url, of: source)
        }
    }

    /// Starts a server that responds by the entries of its URL.
    convenience init(
        port: Int,
        options: Options,
        journal: Journal?,
        at source: SourcePosition,
        _ entries: (URL) -> [ResponderTable.Entry]
    ) throws(TestKitError) {
        // The listener is created before the routes. If the server can't start, the journal must not contain its routes
        // as unused.
        let listener = try Listener(port: port)
        let entries = entries(try listener.url)
        let table = ResponderTable(entries, of: "LoopbackServer", isServer: true, journal: journal, source: source)
        try self.init(
            listener: listener,
            options: options,
            report: ServerReport(journal: journal, source: source),
            routes: entries.map { $0.text(.default) },
            responder: ServerResponder(table)
        )
    }

    /// Starts a server without a record, for benchmarks. `immediateHandler` returns the complete bytes of a response,
    /// which are sent without starting a task. If it returns `nil`, `handler` responds. Both receive requests without
    /// bodies; `immediateHandler` also receives the size of the body.
    package convenience init(
        immediateHandler: @escaping @Sendable (_ request: RecordedRequest, _ bodyBytes: Int) -> Data?,
        handler: @escaping Responder
    ) throws(TestKitError) {
        try self.init(
            listener: Listener(port: 0),
            options: Options(maximumBodyBytes: .max, recordedRequests: 0),
            report: nil,
            responder: ServerResponder(route: { ($0, handler) }, immediateHandler: immediateHandler)
        )
    }

    init(
        listener: Listener,
        options: Options,
        report: ServerReport?,
        routes: [String] = [],
        responder: ServerResponder
    ) throws(TestKitError) {
        DescriptorLimit.raise()
        report?.journal.add(ownServer: listener.place)
        let log = ServerLog(options: options, report: report)
        self.listener = listener
        self.routes = routes
        ownLog = log
        let commandQueue = try CommandQueue<LoopbackCommand>()
        self.commandQueue = commandQueue
        let error = SystemThread.start {
            Thread.current.name = "LoopbackServer:\(listener.port)"
            let loop = EventLoop(
                listener: listener,
                commandQueue: commandQueue,
                log: log,
                options: options,
                responder: responder
            )
            loop.run()
        }
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw TestKitError(
                .systemCallFailed,
                "The server's thread can't be started: \(reason). End other threads, or raise the limit of the process."
            )
        }
        ownURL = try listener.url
    }

    deinit {
        stop()
    }

    /// Closes the port immediately and the connections soon after. Doesn't wait for handlers: running handlers are
    /// cancelled. A second call does nothing. Releasing the server has the same effect.
    ///
    /// With a journal, a request is reported as a finding of kind `.inFlight` if its client still waits for the
    /// response or for the rest of it. A client has three seconds to disconnect; then its connection is closed. The
    /// trait `.network` waits for this.
    public func stop() {
        listener.close()
        ownLog.serverDidStop()
        commandQueue.requestStop()
    }
}
