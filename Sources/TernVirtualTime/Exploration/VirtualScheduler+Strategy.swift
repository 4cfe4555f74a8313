@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The strategy by which an exploration selects the order of each run. More strategies may be added.
    public struct Strategy: Sendable {
        enum Kind: Sendable {
            case random
            case systematic(maximumChanges: Int?)
            case priorities(depth: Int)
            case replay(String)
        }

        let kind: Kind

        /// Whether a seed selects the same order each time.
        var isSeeded: Bool {
            switch kind {
            case .random, .priorities: true
            case .systematic, .replay: false
            }
        }

        /// Each seed selects one random order. The default.
        public static let random = Strategy(kind: .random)

        /// Every order, beginning with the order of arrival, then all orders with one reordering, and so on. The
        /// exploration ends when all orders have run, or after as many runs as there are seeds.
        /// ``ExplorationResult/isComplete`` is `true` if all orders have run. Use this strategy for an operation with few
        /// choices: 5 jobs that are ready at the same time already have 120 orders.
        ///
        /// A timer with ``Jitter`` is exact, late by half of the maximum, or late by the maximum.
        public static let exhaustive = Strategy(kind: .systematic(maximumChanges: nil))

        /// Every order with at most this number of reorderings and late timers. Orders with fewer changes come first.
        /// Two changes are enough for most bugs: Musuvathi and Qadeer, "Iterative context bounding for systematic
        /// testing of multithreaded programs" (PLDI 2007).
        public static func reorderings(atMost maximum: Int) -> Strategy {
            Strategy(kind: .systematic(maximumChanges: max(0, maximum)))
        }

        /// Each seed gives each task a random priority. The task with the highest priority runs, even if others have
        /// been ready for long. Use this strategy for bugs that occur only if one task doesn't run for many steps:
        /// Burckhardt and others, "A randomized scheduler with probabilistic guarantees of finding bugs" (ASPLOS 2010).
        ///
        /// - Parameter depth: One more than the number of times at which the priority of the running task drops below
        ///   the priority of all other tasks. A bug of depth 1 occurs only if one task runs before another task. A bug
        ///   of depth 2 also requires that a task stops between two of its steps. 3 by default.
        public static func priorities(depth: Int = 3) -> Strategy { Strategy(kind: .priorities(depth: max(1, depth))) }

        /// One run with the choices of an earlier failure, from its ``ExplorationFailure/replay``. The operation and the
        /// jitter must be the same.
        public static func replay(_ choices: String) -> Strategy { Strategy(kind: .replay(choices)) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler.Strategy: CustomStringConvertible {
    /// The strategy as it is written in code, such as `.priorities(depth: 3)`.
    public var description: String {
        switch kind {
        case .random: ".random"
        case .systematic(nil): ".exhaustive"
        case .systematic(let maximum?): ".reorderings(atMost: \(maximum))"
        case .priorities(let depth): ".priorities(depth: \(depth))"
        case .replay(let choices): ".replay(\"\(choices)\")"
        }
    }
}
