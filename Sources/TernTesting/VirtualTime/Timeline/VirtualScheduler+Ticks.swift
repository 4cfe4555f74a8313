@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Advances time by this number of units. Runs all work that is due until then, including work at that time.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(by ticks: Int) async throws {
        try await advance(by: VirtualTime(ticks: ticks).duration(unit: unit))
    }

    /// Advances time to this number of units since the scheduler's beginning. Runs all work that is due until then.
    /// Time never moves backwards.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(to ticks: Int) async throws {
        try await advance(to: VirtualTime(ticks: ticks).duration(unit: unit))
    }
}
