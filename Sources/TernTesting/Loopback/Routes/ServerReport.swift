import Tern

/// What a server writes into a journal, and where the server was made.
struct ServerReport: Sendable {
    let journal: Journal
    let source: SourcePlace
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
    }

    /// Nothing is written any more but the end of what is open.
    func stop() {
        isStopped.withLock { $0 = true }
    }

    // MARK: - Requests

    /// - Returns: The request's number in the journal; `nil` if it came as the server was stopped.
    func begin(_ request: LoopbackRequest) -> Int? {
        let begun = isStopped.withLock { isStopped -> Int? in
            isStopped ? nil : journal.begin("\(request.method) \(request.path)", at: source, endsLate: true)
        }
        guard let call = begun else { return nil }
        use(stub)
        open.withLock { _ = $0.insert(call) }
        journal.record(.began(target: nil), call: call)
        journal.record(.sent(RecordedRequest(request)), call: call)
        return call
    }

    func answer(_ call: Int, with response: LoopbackResponse) {
        guard open.withLock({ $0.remove(call) }) != nil else { return }
        if response.sendsHead {
            journal.record(.answered(status: response.status, headers: response.headers), call: call)
        }
        if let code = response.failure {
            journal.record(.failed(code), call: call)
            journal.record(.ended(.failure(code)), call: call)
        } else {
            journal.record(.ended(.response(status: response.status)), call: call)
        }
        journal.end(call)
    }

    /// The client is gone, or the server is.
    func abandon(_ call: Int) {
        guard open.withLock({ $0.remove(call) }) != nil else { return }
        journal.record(.ended(.failure(.cancelled)), call: call)
        journal.end(call)
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
