import Tern

/// The routes of a stubbed session.
struct StubRoutes: Sendable {
    private let table: RouteTable<StubSessionCore.Handler>
    private let journal: Journal?
    private let source: SourcePosition

    init(
        _ responses: KeyValuePairs<StubRoute, SampleResponse>,
        handlers: KeyValuePairs<StubRoute, StubSessionCore.Handler>,
        journal: Journal?,
        source: SourcePosition
    ) {
        var entries: [RouteTable<StubSessionCore.Handler>.Entry] = []
        for (route, sample) in responses {
            let samples = RecordedSamples(journal: journal, at: source)
            let handler: StubSessionCore.Handler = { _ in samples.response(of: sample) }
            entries.append(RouteTable.Entry(route: route, value: handler))
        }
        for (route, handler) in handlers {
            let samples = RecordedSamples(journal: journal, at: source)
            let recorded: StubSessionCore.Handler = { try samples.response(to: $0, of: handler) }
            entries.append(RouteTable.Entry(route: route, value: recorded))
        }
        table = RouteTable(entries, of: "StubSession", at: nil, journal: journal, source: source)
        self.journal = journal
        self.source = source
    }

    /// The handler of the route for a request, and the request with the case and the parameters of the route. A request
    /// without a route is a finding, and fails with ``TestKitError`` of code `.unmatchedRequest`.
    @Sendable func route(_ request: RecordedRequest) -> (request: RecordedRequest, handler: StubSessionCore.Handler) {
        guard let match = table.match(request) else {
            return (
                request,
                { request in
                    let error = TestKitError(.unmatchedRequest, table.message(forUnmatched: request))
                    journal?.report(Journal.Finding(.unmatchedRequest, error.message, at: source))
                    throw error
                }
            )
        }
        return (
            match.request,
            { request in
                table.use(match)
                return try match.value(request)
            }
        )
    }
}

extension RecordedSamples {
    /// The response of a session's closure.
    func response(to request: RecordedRequest, of handler: StubSessionCore.Handler) throws -> SampleResponse {
        try response(for: request.methodAndPath, ofHandlerNamed: "handler of \(request)") { try handler(request) }
    }
}
