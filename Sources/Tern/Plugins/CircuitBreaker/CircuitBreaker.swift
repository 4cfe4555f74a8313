/// Whether requests to one host are sent, by the outcomes of the last ones.
///
/// | State | Requests | Changes to |
/// | --- | --- | --- |
/// | closed | all are sent | open, when too many of the last requests failed |
/// | open | none is sent | half-open, after a time |
/// | half-open | a few are sent as probes | closed, when enough of them succeeded; open, when one failed |
///
/// An outcome counts only in the state in which its request was sent: each state has its own generation. A request that
/// ends without an outcome, such as a cancelled one, gives its probe back.
struct CircuitBreaker: HostState {
    /// The result of a call's request to be sent.
    enum Admission: Equatable {
        /// The request is sent. Its outcome has to be reported with the generation.
        case pass(generation: Int)
        /// The request isn't sent.
        ///
        /// - `retryAfter`: The time until requests are sent as probes. `nil` while the outcomes of probes are awaited.
        case reject(retryAfter: Duration?)
    }

    private enum Phase {
        case closed(Outcomes)
        case open(since: Duration)
        /// `free` is the number of further probes that can be sent now, `missing` that of successes until the state
        /// closes.
        case halfOpen(free: Int, missing: Int)
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
    /// The failures among the last requests when the state opened, for its error.
    private(set) var lastFailures = (count: 0, of: 0)

    init(_ policy: CircuitPolicy) {
        self.policy = policy
    }

    var isInUse: Bool { running > 0 }

    /// A call asks whether its request may be sent, without the time.
    ///
    /// - Returns: `nil` if that depends on the time.
    mutating func admitIfClosed() -> Admission? {
        guard case .closed = phase else { return nil }
        return pass()
    }

    /// A call asks whether its request may be sent.
    mutating func admit(at now: Duration) -> Admission {
        if case .open(let since) = phase {
            // After the clock has jumped back, the time begins anew, so that it ends.
            let since = min(since, now)
            phase = .open(since: since)
            let left = min(policy.openDuration, Waiting.forever) - (now - since)
            guard left <= .zero else { return .reject(retryAfter: left) }
            enter(.halfOpen(free: max(1, policy.maximumProbes), missing: max(1, policy.successesToClose)))
        }
        if case .halfOpen(let free, let missing) = phase {
            guard free > 0 else { return .reject(retryAfter: nil) }
            phase = .halfOpen(free: free - 1, missing: missing)
        }
        return pass()
    }

    /// A request that was sent has ended. A circuit opens only with a failure.
    ///
    /// - Parameter now: Used only for a failure.
    mutating func end(_ outcome: CircuitPolicy.Outcome, generation: Int, at now: Duration) {
        running -= 1
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
        case .halfOpen(let free, let missing):
            if outcome == .failure {
                enter(.open(since: now))
            } else if outcome == .ignored {
                phase = .halfOpen(free: free + 1, missing: missing)
            } else if missing > 1 {
                phase = .halfOpen(free: free + 1, missing: missing - 1)
            } else {
                enter(.closed(Outcomes()))
            }
        case .open: break
        }
    }

    private mutating func pass() -> Admission {
        running += 1
        return .pass(generation: generation)
    }

    private mutating func enter(_ phase: Phase) {
        self.phase = phase
        generation += 1
    }
}
