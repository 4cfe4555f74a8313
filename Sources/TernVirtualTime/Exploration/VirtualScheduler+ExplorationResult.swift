@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The result of an exploration.
    public struct ExplorationResult: Sendable {
        /// The number of runs with different seeds or orders. Repetitions that reduce a failure don't count.
        public let runs: Int
        /// Whether every order has run. If `true`, no order fails. Always `false` with a random strategy.
        public let isComplete: Bool
        /// The first failure. `nil` if no run failed.
        public let failure: ExplorationFailure?
    }
}
