/// A clock on which every sleep fails, for code that must not wait.
///
/// ```swift
/// let clock = FailingClock()
/// _ = try await Search(clock: clock).results(of: "swift")
/// #expect(clock.failures.isEmpty)      // even if the code ignores the error of a sleep
/// ```
public final class FailingClock: Clock {
    public typealias Instant = VirtualInstant

    private let all = Guarded<[TestKitError]>([])

    /// Creates a clock without failures.
    public init() {}

    /// The failures of all sleeps so far.
    public var failures: [TestKitError] { all.withLock { $0 } }

    /// Always 0.
    public var now: Instant { Instant() }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// - Throws: `TestKitError` with code `.unexpectedSleep`, which names the duration and the task.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let error = TestKitError(
            .unexpectedSleep,
            """
            The code slept for \(deadline.offset) in \(TaskName.current), on a clock for code that must not sleep. \
            Remove the sleep, or pass another clock, such as `VirtualScheduler.clock`.
            """
        )
        all.withLock { $0.append(error) }
        throw error
    }
}
