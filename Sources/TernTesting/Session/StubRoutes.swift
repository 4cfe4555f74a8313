import Tern

/// The routes of a stubbed session.
struct StubRoutes: Sendable {
    private struct Value: Sendable {
        let sample: SampleResponse
        let samples: RecordedSamples
    }

    private let table: RouteTable<Value>
    private let journal: Journal?
    private let source: SourcePosition

    init(_ samples: KeyValuePairs<StubRoute, SampleResponse>, journal: Journal?, source: SourcePosition) {
        let entries = samples.map { route, sample in
            RouteTable.Entry(
                route: route,
                value: Value(sample: sample, samples: RecordedSamples(journal: journal, at: source))
            )
        }
        table = RouteTable(entries, of: "StubSession", at: nil, journal: journal, source: source)
        self.journal = journal
        self.source = source
    }

    /// - Throws: ``TestKitError`` with code `.unmatchedRequest`.
    @Sendable func response(to request: RecordedRequest) throws -> SampleResponse {
        guard let match = table.match(request) else {
            let error = TestKitError(.unmatchedRequest, table.message(forUnmatched: request))
            journal?.report(Journal.Finding(.unmatchedRequest, error.message, at: source))
            throw error
        }
        table.use(match)
        return match.value.samples.response(of: match.value.sample)
    }
}
