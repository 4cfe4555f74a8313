import Tern

/// What a server writes into a journal, and where the server was made.
struct ServerReport: Sendable {
    /// A request in the journal.
    struct Call: Sendable {
        let number: Int
        let name: String
    }

    let journal: Journal
    let source: SourcePlace
    let owner: TestOwner
    private let stub: Int?
    /// The calls that are neither answered nor abandoned.
    private let open = Locked<Set<Int>>([])
    /// Whether what still comes is nobody's: the test has stopped the server.
    private let isStopped = Locked(false)

    /// `nil` without a journal.
    ///
    /// - Parameter expectsRequests: Whether a server that nobody asks is a finding: one with rules has those instead.
    init?(journal: Journal?, source: SourcePlace, expectsRequests: Bool = false) {
        guard let journal else { return nil }
        stub = expectsRequests ? journal.add(stub: "The server", expectedUses: 1, at: source) : nil
        self.journal = journal
        self.source = source
        owner = TestOwner(of: "The server", journal: journal, at: source)
    }

    /// Nothing is written any more but the end of what is open. The journal waits for ``end()``.
    func stop() {
        isStopped.withLock { isStopped in
            if !isStopped { journal.doubleIsEnding() }
            isStopped = true
        }
    }

    /// The stopped server has told all.
    func end() {
        journal.doubleHasEnded()
    }

    // MARK: - Requests

    /// - Returns: `nil` if it came as the server was stopped.
    func begin(_ request: LoopbackRequest, as target: (any TargetType)?) -> Call? {
        let name = "\(request.method) \(request.path)"
        let begun = isStopped.withLock { isStopped -> Int? in
            isStopped ? nil : journal.begin(name, at: source, endsLate: true)
        }
        guard let number = begun else { return nil }
        use(stub)
        open.withLock { _ = $0.insert(number) }
        journal.record(.began(target: target), call: number)
        journal.record(.sent(RecordedRequest(request)), call: number)
        return Call(number: number, name: name)
    }

    func answer(_ call: Call, with response: LoopbackResponse) {
        guard close(call) else { return }
        if response.sendsHead {
            journal.record(.answered(status: response.status, headers: response.headers), call: call.number)
        }
        if let code = response.failure {
            fail(call, with: code)
        } else {
            journal.record(.ended(.response(status: response.status)), call: call.number)
            journal.end(call.number)
        }
    }

    /// The client is gone.
    func abandon(_ call: Call) {
        guard close(call) else { return }
        journal.record(.ended(.failure(.cancelled)), call: call.number)
        journal.end(call.number)
    }

    /// The server is gone, and the client waits for the answer, or for the rest of it.
    func interrupt(_ call: Call) {
        // What is under way at the end of the test was told by then.
        if !journal.isClosed { journal.report(Journal.Finding(stoppedUnder: call.name, at: source)) }
        if close(call) { fail(call, with: .connectionLost) }
    }

    // MARK: - Routes

    func add(route: String, expectedUses: Int) -> Int {
        journal.add(stub: "The route `\(route)`", expectedUses: expectedUses, at: source)
    }

    func use(_ stub: Int?) {
        if let stub { journal.use(stub) }
    }

    // MARK: - Findings

    func unmatched(_ message: String) {
        report(.unmatchedRequest, message)
    }

    func misuse(_ message: String) {
        report(.misuse, message)
    }

    // MARK: - Private

    /// - Returns: Whether it was open.
    private func close(_ call: Call) -> Bool {
        open.withLock { $0.remove(call.number) } != nil
    }

    private func fail(_ call: Call, with code: TernError.Code) {
        journal.record(.failed(code), call: call.number)
        journal.record(.ended(.failure(code)), call: call.number)
        journal.end(call.number)
    }

    private func report(_ kind: Journal.Finding.Kind, _ message: String) {
        guard !isStopped.withLock({ $0 }) else { return }
        journal.report(Journal.Finding(kind, message, at: source))
    }
}

extension LoopbackResponse {
    private var isHangUp: Bool { isVerbatim && body.isEmpty && script == nil }

    /// Whether a client gets to see the status.
    fileprivate var sendsHead: Bool {
        switch fault?.kind {
        case .end(_, at: .beforeHead), .garbageStatusLine: false
        default: !isHangUp
        }
    }

    /// How the exchange fails, if it is meant to.
    fileprivate var failure: TernError.Code? {
        switch fault?.kind {
        case .end(.stall, _): .timedOut
        case .end: .connectionLost
        case .garbageStatusLine: .malformedResponse
        default: isStalling ? .timedOut : isResetting || isHangUp ? .connectionLost : nil
        }
    }
}
