import Tern

/// The events of a server, and the tasks that wait for them.
final class ServerLog: Sendable {
    struct Counts: Sendable {
        var requests = 0
        var acceptedConnections = 0
        var openConnections = 0
        var sentBytes = 0
        var receivedBytes = 0
    }

    private struct State {
        var counts = Counts()
        var requests: BoundedRecord<RecordedRequest>
        var malformedRequests: BoundedRecord<LoopbackServer.MalformedRequest>
        var isStopped = false
    }

    let report: ServerReport?
    private let state: WaitableState<State>

    init(options: LoopbackServer.Options, report: ServerReport?) {
        self.report = report
        let (count, bytes) = (options.recordedRequests, options.recordedBodyBytes)
        state = WaitableState(
            State(
                requests: BoundedRecord(maximumCount: count, maximumBytes: bytes) { $0.body.count },
                malformedRequests: BoundedRecord(maximumCount: count)
            )
        )
    }

    var counts: Counts { state.value.counts }

    var requests: [RecordedRequest] { state.value.requests.elements }

    var droppedRequests: Int { state.value.requests.droppedCount }

    var malformedRequests: [LoopbackServer.MalformedRequest] { state.value.malformedRequests.elements }

    /// Reports that a test uses the server.
    func serverIsUsed() {
        report?.owner.noteUse()
    }

    /// - Parameter call: The call in the journal, if it began with the head of the request.
    /// - Returns: The call in the journal. `nil` if the request isn't recorded.
    func requestDidArrive(_ request: RecordedRequest, of call: JournalCall? = nil) -> JournalCall? {
        // The journal comes first, so that a task that waits for the request finds it there.
        let call = call ?? report?.begin(request)
        call?.record(.sent(request))
        state.update { state in
            state.counts.requests += 1
            state.requests.append(request)
        }
        return call
    }

    func requestIsRejected(_ request: LoopbackServer.MalformedRequest) {
        report?.unmatched("\(request)")
        state.update { $0.malformedRequests.append(request) }
    }

    /// - Returns: The number of the connection.
    func connectionDidOpen() -> Int {
        state.update { state in
            state.counts.acceptedConnections += 1
            state.counts.openConnections += 1
            return state.counts.acceptedConnections
        }
    }

    func connectionDidClose() {
        state.update { $0.counts.openConnections -= 1 }
    }

    func didSend(_ bytes: Int) {
        state.update { $0.counts.sentBytes += bytes }
    }

    func didReceive(_ bytes: Int) {
        state.update { $0.counts.receivedBytes += bytes }
    }

    /// Reports that no more requests come, so waits for requests fail.
    func serverDidStop() {
        report?.stop()
        state.update { $0.isStopped = true }
    }

    /// Reports that the last connection is closed, after ``serverDidStop()``.
    func serverDidEnd() {
        report?.end()
    }

    /// - Throws: `CancellationError`.
    func wait(forOpenConnectionsAtMost maximum: Int) async throws {
        try await state.wait { $0.counts.openConnections <= maximum ? .success(()) : nil }
    }

    /// Waits until a count is large enough.
    ///
    /// - Throws: `CancellationError`, or `TestKitError` with code `.serverStopped`.
    func wait(
        forAtLeast minimum: Int,
        _ things: String,
        _ count: @escaping @Sendable (Counts) -> Int
    ) async throws {
        try await state.wait { state in
            let count = count(state.counts)
            if count >= minimum { return .success(()) }
            guard state.isStopped else { return nil }
            let message = "The server was stopped after \(count) \(things); expected at least \(minimum)."
            return .failure(TestKitError(.serverStopped, message))
        }
    }
}
