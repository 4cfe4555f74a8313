@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Moves time on by so many units, and does all that is due until then, at that time too.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled.
    public func advance(by ticks: Int) async throws {
        try await advance(by: VirtualTime(ticks: ticks).duration(unit: unit))
    }

    /// Moves time on to so many units from the scheduler's beginning; never back.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled.
    public func advance(to ticks: Int) async throws {
        try await advance(to: VirtualTime(ticks: ticks).duration(unit: unit))
    }
}
