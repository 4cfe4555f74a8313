import Tern

/// The clock of one run. Its time stands still while a response is being made, and jumps to the next deadline when no
/// other work can make progress.
///
/// Two rules keep a jump from overtaking the work. First, time moves only if all running exchanges wait for late
/// responses; so the timer of a target's `timeout` never fires during a prompt response. Second, all tasks that are
/// ready get the opportunity to run before a jump. The second rule is a best effort for plugins that have their own
/// timers, not a guarantee.
final class JumpingClock: Clock {
    typealias Instant = VirtualInstant

    private struct Sleeper {
        let deadline: Instant
        let duration: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// A response that is due at an instant.
    private struct LateResponse {
        let deadline: Instant
        /// The duration of the timer that the call sets. Time doesn't move before that timer exists.
        let timeout: Duration?
        let gate: SampleGate
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        var lateResponses: [Int: LateResponse] = [:]
        /// The running exchanges, including those with late responses.
        var exchanges: Set<Int> = []
        /// The number of state changes.
        var changes = 0
        var isStopped = false

        /// The deadline of the next jump. `nil` if time must not move, or if nothing waits.
        var nextDeadline: Instant? {
            guard !isStopped, exchanges.allSatisfy({ lateResponses[$0] != nil }) else { return nil }
            let isTimerMissing = lateResponses.values.contains { response in
                response.timeout.map { timeout in !sleepers.values.contains { $0.duration == timeout } } ?? false
            }
            guard !isTimerMissing else { return nil }
            return (sleepers.values.map(\.deadline) + lateResponses.values.map(\.deadline)).min()
        }
    }

    private let state = Locked(State())
    private let (changeEvents, changeEvent) = AsyncStream.makeStream(
        of: Void.self,
        bufferingPolicy: .bufferingNewest(1)
    )

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The deadline of the next jump. `nil` if time must not move, or if nothing waits.
    var nextJump: Instant? { state.withLock(\.nextDeadline) }

    /// Moves time whenever that is allowed, until ``stop()``.
    func run() async {
        for await _ in changeEvents {
            while let changes = state.withLock({ $0.nextDeadline == nil ? nil : $0.changes }) {
                for _ in 0..<50 { await Task.yield() }
                jump(ifStillAt: changes)
            }
        }
    }

    /// Ends ``run()``, and cancels every sleep, because time doesn't move any more.
    func stop() {
        let sleepers = state.withLock { state in
            state.isStopped = true
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
        changeEvent.finish()
    }

    // MARK: - Exchanges

    func exchangeBegins(_ id: Int) {
        change { $0.exchanges.insert(id) }
    }

    func exchangeEnds(_ id: Int) {
        change { state in
            state.exchanges.remove(id)
            state.lateResponses[id] = nil
        }
    }

    /// Holds the response of an exchange at `gate` for this duration.
    func delay(_ id: Int, by duration: Duration, timeout: Duration?, gate: SampleGate) {
        change { state in
            let deadline = state.now.advanced(by: duration)
            state.lateResponses[id] = LateResponse(deadline: deadline, timeout: timeout, gate: gate)
        }
    }

    // MARK: - Sleeping

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        defer { change { _ in } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isOver = change { state -> Bool? in
                    if Task.isCancelled || state.isStopped { return false }
                    if deadline <= state.now { return true }
                    let duration = state.now.duration(to: deadline)
                    state.sleepers[id] = Sleeper(deadline: deadline, duration: duration, continuation: continuation)
                    return nil
                }
                switch isOver {
                case true?: continuation.resume()
                case false?: continuation.resume(throwing: CancellationError())
                case nil: break
                }
            }
        } onCancel: {
            change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: - Private

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let result = state.withLock { state in
            state.changes += 1
            return body(&state)
        }
        changeEvent.yield()
        return result
    }

    private func jump(ifStillAt changes: Int) {
        let due = state.withLock { state -> ([Sleeper], [SampleGate]) in
            guard state.changes == changes, let deadline = state.nextDeadline else { return ([], []) }
            state.changes += 1
            state.now = max(state.now, deadline)
            let sleepers = state.sleepers.filter { $0.value.deadline <= deadline }
            for id in sleepers.keys { state.sleepers[id] = nil }
            // A timer with the same deadline as a response fires first.
            let responses = sleepers.isEmpty ? state.lateResponses.filter { $0.value.deadline <= deadline } : [:]
            for id in responses.keys { state.lateResponses[id] = nil }
            return (sleepers.sorted { $0.key < $1.key }.map(\.value), responses.map(\.value.gate))
        }
        for sleeper in due.0 { sleeper.continuation.resume() }
        for gate in due.1 { gate.release() }
    }
}
