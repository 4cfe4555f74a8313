import Foundation
import Tern

/// A real `URLSession` whose answers are its own, for code that takes a `URLSession`.
///
/// ```swift
/// let stub = StubSession { request in
///     .json(["login": "octocat"])
/// }
/// let (data, response) = try await stub.session.data(from: url)
/// ```
///
/// Any number of them work at once, in tests that run in parallel: there is no handler that sessions share, and no field
/// that marks a request. No request leaves the process, whatever its scheme. For code that makes its session itself,
/// there is ``configuration``; so a provider runs on a stub session:
///
/// ```swift
/// let github = Provider<GitHub>(transport: URLSessionTransport(configuration: stub.configuration))
/// ```
///
/// A body arrives in two pieces, unless the sample says how it arrives. A redirect is followed: a delegate is asked as
/// usual, and the answer closure is asked for the next request. On Apple platforms that is a call of its own in the
/// journal.
///
/// The answer closure runs outside of the test's task: what is expected of a request is checked after the call, on the
/// journal.
///
/// What FoundationNetworking (Linux) can't do behind a `URLProtocol`, and what happens instead:
///
/// - A download task would trap where its file is handed over, which only FoundationNetworking's own protocols can make.
///   It fails with ``StubSessionError`` of code `.downloadTask`. Use a data task, or `LoopbackServer`.
/// - A web socket fails with `URLError`; FoundationNetworking refuses it before it asks.
/// - A completion handler, or an async method, is given only the last piece of a body. It gets the body in one.
/// - There is no timeout and no progress of an upload, since those belong to libcurl. A held answer is held until it is
///   released or the task is cancelled. Use `LoopbackServer`, or a provider's own clock.
/// - The body of an upload task with a streamed request is asked from the delegate by libcurl, and is recorded as empty.
/// - `URLSession.shared` can't be stubbed.
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
    ///   - journal: That of the test which runs, by default. It gets the events of each request.
    ///   - answer: Is called once for each request, redirected ones among them; one after another, in the order in
    ///     which they arrive.
    public convenience init(
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: @escaping @Sendable (RecordedRequest) -> SampleResponse
    ) {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let stub = journal?.add(stub: "The session's stub", expectedUses: 1, at: source)
        self.init(
            StubSessionCore(journal: journal, source: source) { request in
                if let journal, let stub { journal.use(stub) }
                return answer(request)
            }
        )
    }

    /// Answers by method and URL.
    ///
    /// ```swift
    /// let stub = StubSession(routes: [
    ///     "GET https://api.example.com/users": .json(users),
    ///     "GET https://api.example.com/users?page=2": .json([User]()),
    ///     "DELETE /users/1": .status(204),
    /// ])
    /// ```
    ///
    /// A rule without a query is for any query, one without a host for any host; what says more wins. The items of a
    /// query may come in any order. A request without a rule fails with ``StubSessionError`` of code
    /// `.unmatchedRequest`, which names the nearest rules, and is a finding of the journal; so is a rule that nobody
    /// asked for, and one that is there twice or can't be read.
    public convenience init(
        routes: KeyValuePairs<String, SampleResponse>,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let routes = StubRoutes(routes, journal: journal, source: source)
        self.init(StubSessionCore(journal: journal, source: source, answer: routes.answer))
    }

    private init(_ core: StubSessionCore) {
        self.core = core
        lease = StubSessionLease(core)
        ownSession = URLSession(configuration: lease.configuration)
    }

    /// For a session that code makes by itself, such as one with a delegate: every one made from it is answered
    /// here. It may outlive the `StubSession`. Leave its `protocolClasses` and `urlCredentialStorage` as they are.
    public var configuration: URLSessionConfiguration {
        core.owner.noteUse()
        return lease.configuration
    }
}
