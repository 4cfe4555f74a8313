@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Moves time forward by this number of units, and does all work that is due until then, including at that time.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(by ticks: Int) async throws {
        try await advance(by: VirtualTime(ticks: ticks).duration(unit: unit))
    }

    /// Moves time forward to this number of units since the scheduler's beginning, and does all work that is due until
    /// then. Time never moves back.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(to ticks: Int) async throws {
        try await advance(to: VirtualTime(ticks: ticks).duration(unit: unit))
    }
}
