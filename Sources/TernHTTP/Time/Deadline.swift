/// The time by which an exchange has to be complete.
package struct Deadline: Sendable {
    private let clock: any Clock<Duration>
    /// Creates the error of an exchange that isn't complete in time.
    private let error: @Sendable (_ limit: Duration) -> TernError
    private let limit: Duration
    private let stopwatch: Stopwatch

    /// - Parameter error: The error of an exchange that isn't complete in time. `.timedOut` by default.
    package init(
        after limit: Duration,
        on clock: any Clock<Duration>,
        error: @escaping @Sendable (_ limit: Duration) -> TernError = { limit in
            TernError(.timedOut, reason: "The response was not complete after \(limit).")
        }
    ) {
        self.clock = clock
        self.limit = limit
        self.error = error
        stopwatch = Stopwatch(on: clock)
    }

    /// The time until the deadline. Not positive after the deadline. Never more than the limit, even after a clock has
    /// jumped back.
    var remaining: Duration { limit - max(.zero, stopwatch.elapsed) }

    /// The error of an exchange that isn't complete. `nil` before the deadline.
    package var passedError: TernError? { remaining > .zero ? nil : error(limit) }

    /// Runs `operation`, and cancels it at the deadline.
    ///
    /// - Throws: The errors of `operation`. `TernError` with code `.timedOut` at the deadline.
    package func limit<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        try await Waiting.limit(remaining, on: clock, error: error(limit), operation: operation)
    }
}
