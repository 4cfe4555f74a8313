import Foundation
import Tern
import TernTesting

/// A scripted HTTP/2 server, for cases that need faults of streams and connections.
///
/// It uses TLS with ALPN, or cleartext with prior knowledge (RFC 9113, section 3.3). libcurl 7.88 can't use a cleartext
/// connection for a second request: it sends the preface again (fixed in 8.0, its commit cbe9d82c22). So cases that need
/// more than one request on a connection use TLS.
///
/// ```swift
/// let server = try HTTP2Server(tls: true) { request in
///     request.index == 0 ? [.reset(.refusedStream)] : .respond(200, body: Data(request.path.utf8))
/// }
/// let transport = try trial.transport(server.configure)
/// _ = try await transport.send(try server.request("/users"))
/// server.record.requests.count              // 2: each sending is a separate request
/// server.record.acceptedConnections         // 1
/// ```
///
/// A handler returns the steps to execute on the request's stream, in order. It runs on the server's only thread and
/// must not block; `[.hold]` holds a response until ``release()``. DATA frames follow the client's flow control, so a
/// stalled reader stalls only its own stream. ``stop()`` closes the port and all connections. Releasing the server has
/// the same effect.
final class HTTP2Server: Sendable {
    typealias Handler = @Sendable (HTTP2Request) -> [HTTP2Step]

    /// Called when the fields of a request with a body have arrived. If it returns `nil`, the server reads the body and
    /// then calls the handler. Otherwise the server executes the steps at once, discards the rest of the body, and
    /// doesn't increase the flow-control window of the stream.
    typealias HeadHandler = @Sendable (HTTP2Request) -> [HTTP2Step]?

    /// Returns the bytes of the response to an HTTP/1.1 request, in pieces. With TLS each piece is one record. Without
    /// any piece, the server closes the connection. A request with `Expect` is passed without its body.
    typealias HTTP1Handler = @Sendable (HTTP2Request) -> [Data]

    let port: Int
    private let isTLS: Bool
    private let listener: Listener
    private let commands: CommandQueue<HTTP2Loop.Command>
    private let log = HTTP2Log()

    /// - Parameters:
    ///   - tls: Whether the server uses TLS. Needs ``HTTP2TLS/isAvailable``. `false` by default.
    ///   - settings: The content of the server's first SETTINGS frame. Empty by default.
    ///   - http1Handler: Responds to clients that use HTTP/1.1. By default their connections end.
    ///   - headHandler: Responds before the request body has arrived. By default the server reads every body.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    init(
        tls: Bool = false,
        settings: [HTTP2Setting: UInt32] = [:],
        http1Handler: HTTP1Handler? = nil,
        headHandler: @escaping HeadHandler = { _ in nil },
        handler: @escaping Handler
    ) throws(TestKitError) {
        DescriptorLimit.raise()
        listener = try Listener(port: 0)
        commands = try CommandQueue()
        port = listener.port
        isTLS = tls
        let isHTTP1Allowed = http1Handler != nil
        if tls { _ = try HTTP2TLS(allowsHTTP1: isHTTP1Allowed) }
        let thread = Thread { [listener, commands, log] in
            let loop = HTTP2Loop(
                listener: listener,
                commands: commands,
                log: log,
                script: HTTP2Script(
                    settings: settings,
                    http1Handler: http1Handler,
                    headHandler: headHandler,
                    handler: handler
                ),
                tls: tls ? try? HTTP2TLS(allowsHTTP1: isHTTP1Allowed) : nil
            )
            loop.run()
        }
        thread.name = "HTTP2Server:\(port)"
        thread.start()
    }

    deinit {
        stop()
    }

    /// The events so far.
    var record: HTTP2Record { log.record }

    /// Continues after the next `.hold` of every request that has arrived.
    func release() { commands.add(.release) }

    /// Executes steps on whole connections, at any time: `.goAway`, `.frame`, `.close`, `.abort`.
    ///
    /// - Parameter connection: The number of one connection. All open connections by default.
    func perform(_ steps: [HTTP2Step], onConnection connection: Int? = nil) {
        commands.add(.perform(steps, connection: connection))
    }

    /// Closes the port at once, and the connections soon after.
    func stop() {
        listener.close()
        log.update { $0.isStopped = true }
        commands.requestStop()
    }

    /// Waits until the record satisfies a condition.
    ///
    /// - Throws: `CancellationError`, or `TestKitError` with code `.serverStopped`.
    func wait(until condition: @escaping @Sendable (HTTP2Record) -> Bool) async throws {
        try await log.wait(until: condition)
    }

    /// Waits for requests, complete or not.
    func waitForRequests(atLeast count: Int) async throws {
        try await wait { $0.requests.count >= count }
    }

    /// Configures a transport to use HTTP/2 and to trust this server.
    @Sendable func configure(_ configuration: inout TransportConfiguration) {
        configuration.httpVersions = isTLS ? .negotiated : .http2
        configuration.tls.trust = .roots(.data(Data(HTTP2TLS.root.utf8)))
    }

    /// A request to this server.
    func request(
        _ path: String = "/",
        _ method: HTTPMethod = .get,
        fields: [String: String] = [:],
        body: Data? = nil
    ) throws -> Request {
        guard let url = URL(string: "http\(isTLS ? "s" : "")://127.0.0.1:\(port)\(path)") else {
            throw URLError(.badURL)
        }
        return Request(url: url, method: method, headers: HTTPHeaders(fields), body: body.map { .data($0) })
    }
}

struct HTTP2Script: Sendable {
    var settings: [HTTP2Setting: UInt32]
    var http1Handler: HTTP2Server.HTTP1Handler?
    var headHandler: HTTP2Server.HeadHandler
    var handler: HTTP2Server.Handler
}
