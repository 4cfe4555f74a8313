import Tern

/// Records the events of a server into a journal, with the place where the server was made.
struct ServerReport: Sendable {
    /// A request in the journal.
    struct Call: Sendable {
        let number: Int
        let name: String
    }

    let journal: Journal
    let source: SourcePosition
    let owner: TestOwner
    private let stub: Int?
    /// The calls without a response whose client is still connected.
    private let open = Locked<Set<Int>>([])
    /// Whether the test has stopped the server. New requests are not recorded then.
    private let isStopped = Locked(false)

    /// Returns `nil` if there is no journal.
    ///
    /// - Parameter expectsRequests: Whether a server without requests is a finding. A server with rules reports unused
    ///   rules instead.
    init?(journal: Journal?, source: SourcePosition, expectsRequests: Bool = false) {
        guard let journal else { return nil }
        stub = expectsRequests ? journal.add(stub: "The server", expectedUses: 1, at: source) : nil
        self.journal = journal
        self.source = source
        owner = TestOwner(of: "The server", journal: journal, at: source)
    }

    /// Stops recording, except for the ends of open calls. The journal waits for ``end()``.
    func stop() {
        isStopped.withLock { isStopped in
            if !isStopped { journal.doubleIsEnding() }
            isStopped = true
        }
    }

    /// Reports that the stopped server will record no more events.
    func end() {
        journal.doubleHasEnded()
    }

    // MARK: - Requests

    /// - Returns: The call. `nil` if the server was already stopped.
    func begin(_ request: RecordedRequest) -> Call? {
        let name = "\(request.method) \(request.path)"
        let begun = isStopped.withLock { isStopped -> Int? in
            isStopped ? nil : journal.begin(name, at: source, endsLate: true)
        }
        guard let number = begun else { return nil }
        if let stub { journal.use(stub) }
        open.withLock { _ = $0.insert(number) }
        journal.record(.began(target: request.target), call: number)
        journal.record(.sent(request), call: number)
        return Call(number: number, name: name)
    }

    func didRespond(to call: Call?, with response: WireResponse) {
        guard let call, close(call) else { return }
        if response.sendsHead {
            journal.record(.responded(status: response.status, headers: response.headers), call: call.number)
        }
        if let code = response.failure {
            fail(call, with: code)
        } else {
            journal.record(.ended(.response(status: response.status)), call: call.number)
            journal.end(call.number)
        }
    }

    /// Records that the client has disconnected.
    func abandon(_ call: Call?) {
        guard let call, close(call) else { return }
        journal.record(.ended(.failure(.cancelled)), call: call.number)
        journal.end(call.number)
    }

    /// Records that the server was stopped while the client waited for the response, or for the rest of it.
    func interrupt(_ call: Call?) {
        guard let call else { return }
        // Calls that were running at the end of the test have already been reported.
        if !journal.isClosed { journal.report(Journal.Finding(stoppedUnder: call.name, at: source)) }
        if close(call) { fail(call, with: .connectionLost) }
    }

    // MARK: - Findings

    func unmatched(_ message: String) {
        report(.unmatchedRequest, message)
    }

    func misuse(_ message: String) {
        report(.misuse, message)
    }

    // MARK: - Private

    /// - Returns: Whether the call was open.
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

extension WireResponse {
    private var closesWithoutResponse: Bool { isVerbatim && body.isEmpty && script == nil }

    /// Whether the client receives the status.
    fileprivate var sendsHead: Bool {
        switch fault?.kind {
        case .end(_, at: .beforeHead), .garbageStatusLine: false
        default: !closesWithoutResponse
        }
    }

    /// The expected failure of the exchange. `nil` if the exchange should succeed.
    fileprivate var failure: TernError.Code? {
        switch fault?.kind {
        case .end(.stall, _): .timedOut
        case .end: .connectionLost
        case .garbageStatusLine: .malformedResponse
        default: isStalling ? .timedOut : isResetting || closesWithoutResponse ? .connectionLost : nil
        }
    }
}
