@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// What an exploration has run.
    public struct ExplorationResult: Sendable {
        /// The number of runs with different seeds or orders. Repetitions to reduce a failure don't count.
        public let runs: Int
        /// Whether every order has run, so that no order fails. Always `false` with a random strategy.
        public let isComplete: Bool
        /// The first failure. `nil` if no run failed.
        public let failure: ExplorationFailure?
    }
}
