@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Records a sequence from one time to another, like the function of the same name in RxTest.
    ///
    /// ```swift
    /// let numbers = scheduler.hot([.next(150, 1), .next(210, 2), .completed(300)])
    /// let squares = try await scheduler.start { numbers.map { $0 * $0 } }
    /// #expect(squares.events == [.next(210, 4), .completed(300)])
    /// ```
    ///
    /// Times are units of the scheduler or exact durations since its beginning. Time advances to `disposed`. Events at
    /// exactly that time aren't recorded.
    ///
    /// - Parameters:
    ///   - created: The time at which the sequence is created. 100 by default.
    ///   - subscribed: The time at which its iteration begins. 200 by default.
    ///   - disposed: The time at which the recording is stopped. 1,000 by default.
    ///   - create: Creates the sequence, in virtual time.
    /// - Throws: The error of `create`; `TestKitError`; `CancellationError` when the task is cancelled.
    public func start<Source: AsyncSequence & SendableMetatype>(
        created: VirtualTime = 100,
        subscribed: VirtualTime = 200,
        disposed: VirtualTime = 1000,
        _ create: @escaping @Sendable () async throws -> sending Source
    ) async throws -> TimelineRecording<Source.Element> where Source.Element: Sendable {
        try await run { [self] in
            try await advance(to: created.duration(unit: unit))
            let source = try await create()
            try await advance(to: subscribed.duration(unit: unit))
            let recording = record(source, before: disposed.duration(unit: unit))
            try await advance(to: disposed.duration(unit: unit))
            recording.stop()
            // This lets the iteration end at the current time.
            try await advance(by: .zero)
            return recording
        }
    }
}
