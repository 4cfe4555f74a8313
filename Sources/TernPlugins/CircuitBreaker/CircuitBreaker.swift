import Tern

/// Decides whether requests to one host are sent, based on the outcomes of earlier requests.
///
/// | State | Requests | Changes to |
/// | --- | --- | --- |
/// | closed | all are sent | open, when too many of the last requests failed |
/// | open | no request is sent | half-open, after a time |
/// | half-open | a few are sent as probes, and one more when these take too long | closed, when enough of them succeeded; open, when one failed |
///
/// An outcome counts only in the state in which its request was sent: each state has its own generation. When a request
/// ends without an outcome, for example because it was cancelled, another request can be sent as a probe instead.
struct CircuitBreaker: HostState {
    /// The decision whether a request is sent.
    enum Admission: Equatable {
        /// The request is sent. The caller must report its outcome with this generation.
        case pass(generation: Int)
        /// The request isn't sent.
        ///
        /// - `retryAfter`: The time until requests are sent as probes. `nil` while the outcomes of probes are awaited.
        case reject(retryAfter: Duration?)
    }

    private enum Phase {
        case closed(Outcomes)
        case open(since: Duration)
        /// `free` is the number of further probes that can be sent now. `missing` is the number of further successes
        /// that close the circuit. `last` is the time at which the last probe was sent.
        case halfOpen(free: Int, missing: Int, last: Duration)
    }

    /// The outcomes of the last requests, the oldest first.
    private struct Outcomes {
        private var failures: [Bool] = []
        private(set) var failureCount = 0

        var count: Int { failures.count }

        mutating func add(isFailure: Bool, limit: Int) {
            if failures.count >= limit, failures.removeFirst() { failureCount -= 1 }
            failures.append(isFailure)
            if isFailure { failureCount += 1 }
        }
    }

    private let policy: CircuitPolicy
    private var phase = Phase.closed(Outcomes())
    private var generation = 0
    private var running = 0
    /// The failures among the last requests when the circuit opened, for the error text. `nil` if a test request has
    /// opened it again.
    private(set) var lastFailures: (count: Int, of: Int)?

    init(_ policy: CircuitPolicy) {
        self.policy = policy
    }

    var isInUse: Bool { running > 0 }

    /// Decides whether a request is sent.
    mutating func admit(at now: Duration) -> Admission {
        if case .open(let since) = phase {
            // After the clock has jumped back, the open time starts again, so that it ends.
            let since = min(since, now)
            phase = .open(since: since)
            let left = min(policy.openDuration, Waiting.forever) - (now - since)
            guard left <= .zero else { return .reject(retryAfter: left) }
            enter(.halfOpen(free: maximumProbes, missing: max(1, policy.successesToClose), last: now))
        }
        if case .halfOpen(let free, let missing, let last) = phase {
            // A slow upload or a long poll as a probe doesn't stop all other requests.
            let isOverdue = now - min(last, now) >= min(max(policy.openDuration, .seconds(1)), Waiting.forever)
            guard free > 0 || isOverdue else { return .reject(retryAfter: nil) }
            phase = .halfOpen(free: max(0, free - 1), missing: missing, last: now)
        }
        return pass()
    }

    /// Whether the requests that are sent are probes.
    var isTesting: Bool {
        if case .halfOpen = phase { true } else { false }
    }

    /// Records the end of a request that was sent.
    ///
    /// - Parameters:
    ///   - outcome: `nil` if the outcome was recorded before the end.
    ///   - now: Used only for a failure.
    mutating func end(_ outcome: CircuitPolicy.Outcome?, generation: Int, at now: Duration) {
        running -= 1
        if let outcome { record(outcome, generation: generation, at: now) }
    }

    /// Records the outcome of a request that was sent. Only a failure can open a circuit.
    ///
    /// - Parameter now: Used only for a failure.
    mutating func record(_ outcome: CircuitPolicy.Outcome, generation: Int, at now: Duration) {
        guard generation == self.generation else { return }
        switch phase {
        case .closed(var outcomes):
            guard outcome != .ignored else { return }
            outcomes.add(isFailure: outcome == .failure, limit: max(1, policy.window))
            phase = .closed(outcomes)
            let isEnough = outcomes.count >= min(max(1, policy.minimumOutcomes), max(1, policy.window))
            if isEnough, outcome == .failure,
                Double(outcomes.failureCount) >= policy.failureRatio * Double(outcomes.count)
            {
                lastFailures = (outcomes.failureCount, outcomes.count)
                enter(.open(since: now))
            }
        case .halfOpen(let free, let missing, let last):
            // When a probe was overdue, more of them run than `maximumProbes`.
            let freed = free < maximumProbes ? free + 1 : free
            if outcome == .failure {
                lastFailures = nil
                enter(.open(since: now))
            } else if outcome == .ignored {
                phase = .halfOpen(free: freed, missing: missing, last: last)
            } else if missing > 1 {
                phase = .halfOpen(free: freed, missing: missing - 1, last: last)
            } else {
                enter(.closed(Outcomes()))
            }
        case .open: break
        }
    }

    private var maximumProbes: Int { max(1, policy.maximumProbes) }

    private mutating func pass() -> Admission {
        running += 1
        return .pass(generation: generation)
    }

    private mutating func enter(_ phase: Phase) {
        self.phase = phase
        generation += 1
    }
}
