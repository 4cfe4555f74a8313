import Foundation
import Tern

// MARK: - Called by doubles

extension Journal {
    /// Records the start of a call.
    ///
    /// - Returns: The call's number in this journal.
    func begin(_ name: String, at source: SourcePosition, endsLate: Bool = false, isMisused: Bool = false) -> Int {
        let call = OpenCall(name: name, source: source, endsLate: endsLate, isMisused: isMisused)
        return state.update { state in
            state.lastCall += 1
            state.openCalls[state.lastCall] = call
            return state.lastCall
        }
    }

    /// Records the end of a call.
    func end(_ call: Int) {
        state.update { $0.openCalls[call] = nil }
    }

    /// Records that the caller of a call was cancelled.
    func cancel(_ call: Int) {
        state.update { $0.openCalls[call]?.isCancelled = true }
    }

    func record(_ kind: Event.Kind, call: Int, attempt: Int = 1) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            SchedulerCore.log(CallEvent(kind), of: CallID(journal: ObjectIdentifier(self), number: call))
        }
        let time = elapsed()
        let late = state.update { state -> OpenCall? in
            let number = state.events.count + 1
            state.events.append(Event(number: number, call: call, attempt: attempt, time: time, kind: kind))
            guard case .sent = kind else { return nil }
            state.requestCount += 1
            // A call that ended before it sent a request isn't late.
            guard state.isClosed, let open = state.openCalls[call], !open.isMisused else {
                return nil
            }
            return open
        }
        if let late { report(Finding(late: late.name, testName: name, at: late.source)) }
    }

    /// Adds the body of a stream to the request that this attempt sent last. Other attempts may run at the same time.
    func add(body: Data, toRequestOf call: Int, attempt: Int) {
        state.update { state in
            let index = state.events.lastIndex { $0.call == call && $0.attempt == attempt && $0.request != nil }
            if let index { state.events[index].request?.body = body }
        }
    }

    /// Records that a double is stopping. It may record events until ``doubleHasEnded()``.
    func doubleIsEnding() {
        state.update { $0.endingDoubles += 1 }
    }

    func doubleHasEnded() {
        state.update { $0.endingDoubles -= 1 }
    }

    /// Adds a stub.
    ///
    /// - Parameter expectedUses: The minimum number of requests. Fewer requests are a finding.
    /// - Returns: The number of the stub for ``use(_:)``.
    package func add(stub name: String, expectedUses: Int, at source: SourcePosition) -> Int {
        state.update { state in
            state.stubs.append(Stub(name: name, source: source, expectedUses: expectedUses))
            return state.stubs.count - 1
        }
    }

    /// Records one use of a stub.
    package func use(_ stub: Int) {
        state.update { $0.stubs[stub].uses += 1 }
    }

    /// Records that a finding about a request without a stub names a stub, from which only the body of the request differs.
    /// That it is unused is no second finding.
    func miss(_ stub: Int) {
        state.update { $0.stubs[stub].isMissed = true }
    }

    var isClosed: Bool { state.read(\.isClosed) }

    /// Reports a finding. An equal finding is reported only once. A request without a response is reported only once,
    /// even if both the provider and its stub report it with different places and kinds.
    package func report(_ finding: Finding) {
        let isLate = state.update { state in
            let isKnown = state.findings.contains {
                $0 == finding || finding.kind == .unmatchedRequest && $0.message == finding.message
            }
            guard !isKnown else { return false }
            state.findings.append(finding)
            return state.isClosed
        }
        if isLate { onLateFinding?(finding) }
    }
}

extension CallEvent {
    /// The event in the picture of a run.
    fileprivate init(_ kind: Journal.Event.Kind) {
        switch kind {
        case .sent(let request), .redirected(_, let request): self = .sent(request)
        case .responded: self = .responded
        case .failed: self = .failed
        case .ended(let outcome): self = .ended(outcome)
        default: self = .other
        }
    }
}

// MARK: - Live requests

extension Journal {
    /// Reports the live requests of tasks with a current journal. The value is made with the first journal.
    static let observeLiveRequests: Void = LiveRequests.observer.withLock {
        $0 = { request, peer in Journal.current?.noteLive(request, to: peer) }
    }

    /// Allows requests to a server of the test.
    ///
    /// - Parameter place: Its port on 127.0.0.1, or the path of its Unix domain socket.
    func add(ownServer place: String) {
        state.update { _ = $0.ownServers.insert(place) }
    }

    private func noteLive(_ request: Request, to peer: LiveRequests.Peer) {
        let place: String?
        switch peer {
        case .unixSocket(let path): place = path
        case .url(let url):
            let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host?.lowercased() ?? "")
            place = isLoopback ? "\(url.port ?? 80)" : nil
        }
        if let place, state.read({ $0.ownServers.contains(place) }) { return }
        report(Finding(live: "\(request)", at: source))
    }
}
