import Tern

/// The events of a server, and the tasks that wait for them.
final class ServerLog: Sendable {
    enum Condition {
        case requests(atLeast: Int)
        case openConnections(atMost: Int)
        case sentBytes(atLeast: Int)
        case receivedBytes(atLeast: Int)
    }

    struct Counts: Sendable {
        var requests = 0
        var acceptedConnections = 0
        var openConnections = 0
        var sentBytes = 0
        var receivedBytes = 0
    }

    fileprivate struct Waiter {
        var condition: Condition
        var continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct Resumption {
        var continuation: CheckedContinuation<Void, any Error>
        var outcome: Result<Void, any Error>
    }

    fileprivate struct State {
        var counts = Counts()
        var requests: [RecordedRequest] = []
        var malformedRequests: [LoopbackMalformedRequest] = []
        var isStopped = false
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private let recordsRequests: Bool
    let report: ServerReport?
    private let match: @Sendable (RecordedRequest) -> RecordedRequest
    private let state = Locked(State())

    /// - Parameter target: Returns the case that a request matches. Returns `nil` by default.
    init(
        recordsRequests: Bool,
        report: ServerReport?,
        match: @escaping @Sendable (RecordedRequest) -> RecordedRequest = { $0 }
    ) {
        self.recordsRequests = recordsRequests
        self.report = report
        self.match = match
    }

    var counts: Counts { state.withLock { $0.counts } }

    var requests: [RecordedRequest] { state.withLock { $0.requests } }

    var malformedRequests: [LoopbackMalformedRequest] { state.withLock { $0.malformedRequests } }

    /// Reports that a test uses the server.
    func serverIsUsed() {
        report?.owner.noteUse()
    }

    /// The request with the case and the parameters of its route.
    func matched(_ request: RecordedRequest) -> RecordedRequest { match(request) }

    /// - Returns: The call in the journal. `nil` if the request isn't recorded.
    func requestDidArrive(_ request: RecordedRequest) -> ServerReport.Call? {
        // The journal comes first, so that a task that waits for the request finds it there.
        let call = report?.begin(request)
        update { state in
            state.counts.requests += 1
            if recordsRequests { state.requests.append(request) }
        }
        return call
    }

    func requestHasResponse(_ call: ServerReport.Call?, with response: WireResponse) {
        if let call { report?.didRespond(to: call, with: response) }
    }

    func requestIsAbandoned(_ call: ServerReport.Call?) {
        if let call { report?.abandon(call) }
    }

    func requestIsInterrupted(_ call: ServerReport.Call?) {
        if let call { report?.interrupt(call) }
    }

    func handlerThrew(_ error: any Error, for request: RecordedRequest) {
        report?.misuse(
            "The handler of \(request) threw an error of type \(type(of: error)); the response has status 500."
        )
    }

    func requestIsRejected(_ request: LoopbackMalformedRequest) {
        report?.unmatched("\(request)")
        if recordsRequests { update { $0.malformedRequests.append(request) } }
    }

    /// - Returns: The number of the connection.
    func connectionDidOpen() -> Int {
        state.withLock { state in
            state.counts.acceptedConnections += 1
            state.counts.openConnections += 1
            return state.counts.acceptedConnections
        }
    }

    func connectionDidClose() {
        update { $0.counts.openConnections -= 1 }
    }

    func didSend(_ bytes: Int) {
        update { $0.counts.sentBytes += bytes }
    }

    func didReceive(_ bytes: Int) {
        update { $0.counts.receivedBytes += bytes }
    }

    /// Reports that no more requests come, so waits for requests fail.
    func serverDidStop() {
        report?.stop()
        update { $0.isStopped = true }
    }

    /// Reports that the last connection is closed, after ``serverDidStop()``.
    func serverDidEnd() {
        report?.end()
    }

    /// - Throws: `CancellationError`, or `LoopbackServerError` with code `.stopped`.
    func wait(for condition: Condition) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = Waiter(condition: condition, continuation: continuation)
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, the cancellation handler finds the waiter.
                    let outcome = Task.isCancelled ? .failure(CancellationError()) : state.outcome(for: condition)
                    if outcome == nil { state.waiters[number] = waiter }
                    return outcome
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: - Private

    private func update(_ change: (inout State) -> Void) {
        let resumptions = state.withLock { state in
            change(&state)
            return state.waiters.isEmpty ? [] : state.takeFinishedWaiters()
        }
        for resumption in resumptions { resumption.continuation.resume(with: resumption.outcome) }
    }
}

extension ServerLog.State {
    fileprivate func outcome(for condition: ServerLog.Condition) -> Result<Void, any Error>? {
        switch condition {
        case .requests(let minimum):
            return outcome(of: counts.requests, atLeast: minimum, "requests")
        case .sentBytes(let minimum):
            return outcome(of: counts.sentBytes, atLeast: minimum, "sent bytes")
        case .receivedBytes(let minimum):
            return outcome(of: counts.receivedBytes, atLeast: minimum, "received bytes")
        case .openConnections(let maximum):
            return counts.openConnections <= maximum ? .success(()) : nil
        }
    }

    private func outcome(of count: Int, atLeast minimum: Int, _ things: String) -> Result<Void, any Error>? {
        if count >= minimum { return .success(()) }
        guard isStopped else { return nil }
        let message = "The server was stopped after \(count) \(things); expected at least \(minimum)."
        return .failure(LoopbackServerError(code: .stopped, message: message))
    }

    /// Removes the waiters whose condition is true, or can't become true any more.
    fileprivate mutating func takeFinishedWaiters() -> [ServerLog.Resumption] {
        var finished: [ServerLog.Resumption] = []
        for (number, waiter) in waiters {
            guard let outcome = outcome(for: waiter.condition) else { continue }
            waiters[number] = nil
            finished.append(ServerLog.Resumption(continuation: waiter.continuation, outcome: outcome))
        }
        return finished
    }
}
