import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Begins to iterate a sequence, now, and keeps what it does and when.
    ///
    /// ```swift
    /// let models = scheduler.record(viewModel.models)
    /// try await scheduler.advance(to: 20)
    /// #expect(models.events == [.next(0, .loading), .next(3, .loaded)])
    /// ```
    ///
    /// The iteration runs on the scheduler, so nothing is recorded before somebody drives it. It can be begun within
    /// ``run(_:)`` and before; but a `Task {}` that a sequence has begun is the scheduler's only if that was within.
    /// The recording has to be held for as long as it is to go on.
    ///
    /// - Parameter sequence: Needn't be `Sendable`, if nobody else uses it any more; its elements have to be.
    public func record<Source: AsyncSequence>(
        _ sequence: sending Source
    ) -> TimelineRecording<Source.Element> where Source.Element: Sendable {
        let log = TimelineRecording<Source.Element>.Log()
        let current = CurrentScheduler(self)
        var iterator = sequence.makeAsyncIterator()
        let task = Task(executorPreference: core) { [core] in
            func now() -> VirtualTime { VirtualTime(core.now, unit: core.unit) }
            do {
                try await current.run {
                    while let value = try await iterator.next() { log.add(.next(now(), value)) }
                }
                log.add(.completed(now()))
            } catch {
                log.add(.failed(now(), error))
            }
        }
        return TimelineRecording(log: log, task: task)
    }
}
