import Tern

/// Records the events of a server into a journal, with the place where the server was made.
struct ServerReport: Sendable {
    let journal: Journal
    let source: SourcePosition
    let owner: TestOwner
    private let stub: Int?
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

    /// Records that the head of a request has arrived.
    ///
    /// - Returns: The call. `nil` if the server was already stopped.
    func begin(_ request: RecordedRequest) -> JournalCall? {
        guard !isStopped.withLock(\.self) else { return nil }
        if let stub { journal.use(stub) }
        return JournalCall(request, in: journal, at: source)
    }

    /// Records that the server was stopped while the client waited for the response, or for the rest of it.
    func interrupt(_ call: JournalCall?) {
        guard let call else { return }
        // Calls that were running at the end of the test have already been reported.
        if !journal.isClosed { journal.report(Journal.Finding(stoppedUnder: call.name, at: source)) }
        call.fail(.connectionLost)
    }

    // MARK: - Findings

    func unmatched(_ message: String) {
        report(Journal.Finding(.unmatchedRequest, message, at: source))
    }

    func handler(_ name: String, threw error: any Error) {
        report(Journal.Finding(thrown: error, by: name, at: source))
    }

    // MARK: - Private

    private func report(_ finding: Journal.Finding) {
        guard !isStopped.withLock({ $0 }) else { return }
        journal.report(finding)
    }
}

extension JournalCall {
    /// Records that the server begins a response, and the end of the call if the response has a fault.
    func willRespond(with response: WireResponse, isHead: Bool) {
        if response.sendsHead { record(.responded(status: response.status, headers: response.headers)) }
        if let code = response.failure(isHead: isHead) { fail(code) }
    }
}

extension WireResponse {
    private var closesWithoutResponse: Bool { settings.isVerbatim && body.isEmpty && settings.script == nil }

    /// Whether the client receives the status.
    fileprivate var sendsHead: Bool {
        switch settings.fault?.kind {
        case .end(_, at: .beforeHead): false
        default: !closesWithoutResponse
        }
    }

    /// The failure of the exchange, if it is certain before the body. `nil` if the exchange can succeed.
    ///
    /// - Parameter isHead: Whether the request is HEAD, whose response has no body.
    fileprivate func failure(isHead: Bool) -> TernError.Code? {
        switch settings.fault?.kind {
        case .end(.stall, _): return .timedOut
        case .end: return .connectionLost
        default: break
        }
        if settings.isStalling { return .timedOut }
        if settings.isResetting || closesWithoutResponse { return .connectionLost }
        guard !settings.isVerbatim, settings.script == nil, steps == nil, hasBody(isHead),
            let length = headers["Content-Length"].flatMap({ Int($0) })
        else { return nil }
        return length > body.count ? .connectionLost : nil
    }

    private func hasBody(_ isHead: Bool) -> Bool { !isHead && hasContent }
}
