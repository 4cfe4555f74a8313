import Foundation
import Tern

/// A real `URLSession` with stubbed responses, for code that takes a `URLSession`.
///
/// ```swift
/// let stub = StubSession { request in
///     .json(["login": "octocat"])
/// }
/// let (data, response) = try await stub.session.data(from: url)
/// ```
///
/// Any number of stub sessions work at the same time, in tests that run in parallel: they share no handler, and
/// requests need no marker field. No request leaves the process, regardless of its scheme. For code that creates its
/// own session, use ``configuration``. A provider can also use the configuration, with the product `TernURLSession`:
///
/// ```swift
/// let github = Provider<GitHub>(transport: try URLSessionTransport(configuration: stub.configuration))
/// ```
///
/// A body arrives in two pieces, unless the sample specifies its pieces. Redirects are followed. The session calls its
/// delegate as usual, and the closure is called for the next request. On Apple platforms, the next request is a
/// separate call in the journal.
///
/// The closure runs outside of the test's task, so a failed `#expect` in it isn't assigned to the test. Check the
/// requests in the journal after the call instead.
///
/// These features don't work with a `URLProtocol` of FoundationNetworking (Linux):
///
/// - A download task has no result, because only FoundationNetworking's own protocols can create its file. It
///   fails with `TestKitError` with code `.downloadTask`. Use a data task, or `LoopbackServer`.
/// - A web socket fails with `URLError`; FoundationNetworking rejects it before it calls the protocol.
/// - With several pieces, a completion handler or an async method would receive only the last piece of a body. So it
///   receives the body in one piece.
/// - There are no timeouts and no upload progress, because libcurl implements them. A held response waits until it is
///   released or the task is cancelled. Use `LoopbackServer`, or a provider's own clock.
/// - For an upload task with a streamed request, libcurl asks the delegate for the body. It is recorded as empty.
/// - `URLSession.shared` can't be stubbed.
///
/// Three values that a `URLProtocol` needs have no public access in FoundationNetworking, and are read by reflection: the
/// session of a task (for `httpAdditionalHeaders`, and for the delegate's decision about a redirect), the body of an
/// upload task, and whether a task has a completion handler (a delegate receives a body in pieces). If a version of
/// FoundationNetworking doesn't have one of them, the stub session reports a finding, and works without it.
public final class StubSession: Sendable {
    /// The session. It may outlive the `StubSession`.
    public var session: URLSession {
        core.owner.noteUse()
        return ownSession
    }

    private let core: StubSessionCore
    private let lease: StubSessionLease
    private let ownSession: URLSession

    /// - Parameters:
    ///   - clock: The clock of delays and of pauses within a body. Real time by default. In virtual time, pass the clock
    ///     of the scheduler: its time passes while a response is held, and stands still while the session works.
    ///   - journal: The journal that records the events of each request. ``Journal/current``, that of the running
    ///     test, by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the sample response for a request. Called once for each request, including those that
    ///     follow a redirect, in the order in which the requests arrive. An error that it throws is a finding, and the
    ///     task fails with it.
    public convenience init(
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping Responder
    ) {
        let source = SourcePosition(filePath: filePath, line: line)
        let entry = ResponderTable.Entry.others(.responder(response), at: source, expectedAs: "The session's stub")
        self.init(StubSessionCore([entry], journal: journal, source: source, clock: clock))
    }

    /// Creates a session that selects each response by the route of the request: its method and its URL. See
    /// ``StubRoute``.
    ///
    /// ```swift
    /// let stub = StubSession(routes: [
    ///     "GET https://api.example.com/users": .json(users),
    ///     "GET https://api.example.com/users?page=2": .json([User]()),
    ///     "DELETE /users/1": .status(204),
    /// ])
    /// ```
    ///
    /// A route without a query matches any query, and a route without a host matches any host. If several routes match,
    /// the one with the most details is used. The items of a query may be in any order. A request without a route fails
    /// with `TestKitError` of code `.unmatchedRequest`, which names the nearest route, and is a finding of the
    /// journal. An unused, repeated or malformed route is a finding, too.
    ///
    /// - Parameters:
    ///   - routes: Routes with a fixed response, or with responses in order.
    ///   - handlers: Routes whose response depends on the request.
    ///   - clock: The clock of delays and of pauses within a body. Real time by default. In virtual time, pass the clock
    ///     of the scheduler: its time passes while a response is held, and stands still while the session works.
    ///   - journal: The journal that records the events of each request. ``Journal/current``, that of the running
    ///     test, by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public convenience init(
        routes: KeyValuePairs<StubRoute, SampleResponse> = [:],
        handlers: KeyValuePairs<StubRoute, Responder> = [:],
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) {
        let source = SourcePosition(filePath: filePath, line: line)
        let entries = StubRoute.entries(routes, handlers, at: nil, of: source)
        self.init(StubSessionCore(entries, journal: journal, source: source, clock: clock))
    }

    private init(_ core: StubSessionCore) {
        self.core = core
        lease = StubSessionLease(core)
        ownSession = URLSession(configuration: lease.configuration)
        #if canImport(FoundationNetworking)
            for property in URLSessionTaskReflection.missing {
                core.journal?.report(Journal.Finding(.misuse, "\(TestKitError.missing(property))", at: core.source))
            }
        #endif
    }

    /// A configuration for sessions that code creates itself, for example with a delegate. The stub responds to all of
    /// these sessions. A session may outlive the `StubSession`. Don't change `protocolClasses` and
    /// `urlCredentialStorage`.
    public var configuration: URLSessionConfiguration {
        core.owner.noteUse()
        return lease.configuration
    }
}
