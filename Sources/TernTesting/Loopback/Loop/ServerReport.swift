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

    /// Records that the head of a request has arrived.
    ///
    /// - Returns: The call. `nil` if the server was already stopped.
    func begin(_ request: RecordedRequest) -> Call? {
        let name = Redaction.default.text(ofURL: request.methodAndPath)
        let begun = isStopped.withLock { isStopped -> Int? in
            isStopped ? nil : journal.begin(name, at: source, endsLate: true)
        }
        guard let number = begun else { return nil }
        if let stub { journal.use(stub) }
        open.withLock { _ = $0.insert(number) }
        journal.record(.began(target: request.target), call: number)
        return Call(number: number, name: name)
    }

    /// Records that a request has arrived.
    func didReceive(_ request: RecordedRequest, of call: Call?) {
        if let call { journal.record(.sent(request), call: call.number) }
    }

    /// Records that the server begins a response, and the end of the call if the response has a fault.
    func willRespond(with response: WireResponse, isHead: Bool, to call: Call?) {
        guard let call, isOpen(call) else { return }
        if response.sendsHead {
            journal.record(.responded(status: response.status, headers: response.headers), call: call.number)
        }
        if let code = response.failure(isHead: isHead) { fail(call, with: code) }
    }

    /// Records that the server is about to send the last bytes of a response.
    func willEnd(with status: Int, _ call: Call?) {
        guard let call, close(call) else { return }
        journal.record(.ended(.response(status: status)), call: call.number)
        journal.end(call.number)
    }

    /// Records that the server closes the connection within a response.
    func willBreakOff(_ call: Call?) {
        if let call { fail(call, with: .connectionLost) }
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
        fail(call, with: .connectionLost)
    }

    // MARK: - Findings

    func unmatched(_ message: String) {
        report(Journal.Finding(.unmatchedRequest, message, at: source))
    }

    func handler(_ name: String, threw error: any Error) {
        report(Journal.Finding(thrown: error, by: name, at: source))
    }

    // MARK: - Private

    private func isOpen(_ call: Call) -> Bool { open.withLock { $0.contains(call.number) } }

    /// - Returns: Whether the call was open.
    private func close(_ call: Call) -> Bool {
        open.withLock { $0.remove(call.number) } != nil
    }

    private func fail(_ call: Call, with code: TernError.Code) {
        guard close(call) else { return }
        journal.record(.failed(code), call: call.number)
        journal.record(.ended(.failure(code)), call: call.number)
        journal.end(call.number)
    }

    private func report(_ finding: Journal.Finding) {
        guard !isStopped.withLock({ $0 }) else { return }
        journal.report(finding)
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
