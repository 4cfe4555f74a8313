import Tern

/// A clock for one run: its time stands still while an answer is under way, and jumps to the next deadline once
/// nothing moves without it.
///
/// Two rules keep a jump from outrunning the work. No answer may be under way but late ones: so the timer of a target's
/// `timeout` never rings while a prompt answer comes. And whatever is ready to run is let run first, which is a
/// courtesy to plugins with timers of their own, not a proof.
final class JumpingClock: Clock {
    typealias Instant = VirtualInstant

    private struct Sleeper {
        let deadline: Instant
        let duration: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// An answer that comes at an instant.
    private struct LateAnswer {
        let deadline: Instant
        /// The timer that its call sets; it has to be there before time may move.
        let timeout: Duration?
        let gate: SampleGate
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        var lateAnswers: [Int: LateAnswer] = [:]
        /// The exchanges that are under way, late ones among them.
        var exchanges: Set<Int> = []
        /// Counts what happens.
        var changes = 0
        var isStopped = false

        /// Where time may jump to. `nil` while it may not move, or nobody waits.
        var nextDeadline: Instant? {
            guard !isStopped, exchanges.allSatisfy({ lateAnswers[$0] != nil }) else { return nil }
            let isTimerMissing = lateAnswers.values.contains { answer in
                answer.timeout.map { timeout in !sleepers.values.contains { $0.duration == timeout } } ?? false
            }
            guard !isTimerMissing else { return nil }
            return (sleepers.values.map(\.deadline) + lateAnswers.values.map(\.deadline)).min()
        }
    }

    private let state = Locked(State())
    private let (pokes, poke) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Where time jumps to next. `nil` while it may not move, or nobody waits.
    var nextJump: Instant? { state.withLock(\.nextDeadline) }

    /// Moves time whenever it may, until ``stop()``.
    func run() async {
        for await _ in pokes {
            while let changes = state.withLock({ $0.nextDeadline == nil ? nil : $0.changes }) {
                for _ in 0..<50 { await Task.yield() }
                jump(ifStillAt: changes)
            }
        }
    }

    /// Ends ``run()``, and every sleep as if it were cancelled: nothing would wake it any more.
    func stop() {
        let sleepers = state.withLock { state in
            state.isStopped = true
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
        poke.finish()
    }

    // MARK: - Exchanges

    func exchangeBegins(_ id: Int) {
        change { $0.exchanges.insert(id) }
    }

    func exchangeEnds(_ id: Int) {
        change { state in
            state.exchanges.remove(id)
            state.lateAnswers[id] = nil
        }
    }

    /// The answer of an exchange waits at `gate` for so long.
    func delay(_ id: Int, by duration: Duration, timeout: Duration?, gate: SampleGate) {
        change { state in
            let deadline = state.now.advanced(by: duration)
            state.lateAnswers[id] = LateAnswer(deadline: deadline, timeout: timeout, gate: gate)
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
        poke.yield()
        return result
    }

    private func jump(ifStillAt changes: Int) {
        let due = state.withLock { state -> ([Sleeper], [SampleGate]) in
            guard state.changes == changes, let deadline = state.nextDeadline else { return ([], []) }
            state.changes += 1
            state.now = max(state.now, deadline)
            let sleepers = state.sleepers.filter { $0.value.deadline <= deadline }
            for id in sleepers.keys { state.sleepers[id] = nil }
            // A timer that rings at the same time wins.
            let answers = sleepers.isEmpty ? state.lateAnswers.filter { $0.value.deadline <= deadline } : [:]
            for id in answers.keys { state.lateAnswers[id] = nil }
            return (sleepers.sorted { $0.key < $1.key }.map(\.value), answers.map(\.value.gate))
        }
        for sleeper in due.0 { sleeper.continuation.resume() }
        for gate in due.1 { gate.release() }
    }
}
