extension Journal {
    /// The state behind the journal's lock.
    struct State: Sendable {
        var events: [Event] = []
        var lastCall = 0
        var stubs: [Stub] = []
        var openCalls: [Int: OpenCall] = [:]
        var findings: [Finding] = []
        var isClosed = false
        /// The ports and the paths of the test's own servers.
        var ownServers: Set<String> = []
        /// The number of doubles that are stopping. They may record events until they have stopped.
        var endingDoubles = 0
        /// The number of recorded requests.
        var requestCount = 0

        var allFindings: [Finding] {
            let unused = stubs.filter { $0.uses < $0.expectedUses && !($0.isMissed && $0.uses == 0) }.map(
                Finding.init(unused:)
            )
            let open = openCalls.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isInterrupted }
            return findings + unused + open.map(Finding.init(inFlight:))
        }

        func isSettled(includingRunning: Bool) -> Bool {
            endingDoubles == 0 && !openCalls.values.contains { includingRunning || $0.isCancelled || $0.endsLate }
        }
    }

    /// A stub that was set up for requests.
    struct Stub: Sendable {
        let name: String
        let source: SourcePosition
        var uses = 0
        /// The minimum number of requests.
        let expectedUses: Int
        /// Whether the finding about a request without a stub names this one, from which only its body differs.
        var isMissed = false
    }

    struct OpenCall: Sendable {
        let name: String
        let source: SourcePosition
        /// Whether the double may notice a closed client connection only after the end of the test.
        let endsLate: Bool
        /// Whether the journal of another test reports the misuse of this call.
        let isMisused: Bool
        var isCancelled = false
        /// Whether a finding says that the test was cancelled during this call.
        var isInterrupted = false
    }
}
