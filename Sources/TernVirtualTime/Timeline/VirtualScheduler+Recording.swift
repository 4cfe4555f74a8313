@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Starts to iterate a sequence, and records its events with their times.
    ///
    /// ```swift
    /// let models = scheduler.record(viewModel.models)
    /// try await scheduler.advance(to: 20)
    /// #expect(models.events == [.next(0, .loading), .next(3, .loaded)])
    /// ```
    ///
    /// The iteration runs on the scheduler, so no events are recorded until the scheduler is driven. A recording can be
    /// started within ``run(_:)`` or before it. A `Task {}` that the sequence starts belongs to the scheduler only in a
    /// recording that was started within ``run(_:)``. Keep a reference to the recording, because releasing it stops the
    /// recording.
    ///
    /// - Parameter sequence: The sequence. It need not be `Sendable` if it isn't used elsewhere any more. Its elements
    ///   must be `Sendable`.
    public func record<Source: AsyncSequence>(
        _ sequence: sending Source
    ) -> TimelineRecording<Source.Element> where Source.Element: Sendable {
        let log = TimelineRecording<Source.Element>.Log()
        let current = CurrentScheduler(self)
        var iterator = sequence.makeAsyncIterator()
        let task = Task(executorPreference: core) { [core] in
            func add(_ event: (VirtualTime) -> TimelineEvent<Source.Element>) {
                log.add(event(VirtualTime(core.now, unit: core.unit)))
            }
            do {
                try await current.run {
                    while let value = try await iterator.next() { add { .next($0, value) } }
                }
                add { .completed($0) }
            } catch {
                add { .failed($0, error) }
            }
        }
        return TimelineRecording(log: log, task: task)
    }
}
