/// A condition that a driver of the scheduler waits for.
enum Goal: Sendable, Equatable {
    /// An operation has ended. ``JobQueue/end(_:)`` reports its end. Time advances as far as necessary.
    case end
    /// All work that is due until this time is done.
    case time(Duration)
    /// All work that is due at the time of the next timer is done.
    case nextTimer
    /// No work is left, except that of background tasks. A timer after the horizon is a failure.
    case idle(horizon: Duration)
}

/// The goals of a scheduler, in the order in which they were added.
struct Goals: Sendable {
    private var goals: [(id: Int, goal: Goal)] = []

    var isEmpty: Bool { goals.isEmpty }
    /// The id of the goal that was added first.
    var oldest: Int? { goals.first?.id }
    /// The id of the first goal that no work is left.
    var idle: Int? { goals.first { if case .idle = $0.goal { true } else { false } }?.id }

    /// The goal with the earliest time.
    var nearest: (id: Int, time: Duration)? {
        goals.compactMap { id, goal in if case .time(let time) = goal { (id, time) } else { nil } }
            .min { $0.time < $1.time }
    }

    /// The latest time to which time may advance for all goals, and the first goal that doesn't allow a later one.
    ///
    /// - Parameter general: The latest time for goals without a horizon.
    func horizon(general: Duration) -> (id: Int, time: Duration) {
        goals.map { id, goal in if case .idle(let horizon) = goal { (id, horizon) } else { (id, general) } }
            .min { $0.time < $1.time } ?? (0, general)
    }

    mutating func add(_ goal: Goal, id: Int, at now: Duration) {
        if case .time(let time) = goal {
            goals.append((id, .time(max(time, now))))
        } else {
            goals.append((id, goal))
        }
    }

    /// - Returns: Whether the goal existed.
    mutating func remove(_ id: Int) -> Bool {
        guard let index = goals.firstIndex(where: { $0.id == id }) else { return false }
        goals.remove(at: index)
        return true
    }

    /// From now on, a goal that waits for the next timer waits for this time.
    mutating func resolveNextTimer(at time: Duration) {
        for index in goals.indices where goals[index].goal == .nextTimer { goals[index].goal = .time(time) }
    }
}
