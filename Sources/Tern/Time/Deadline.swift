/// The time by which an exchange has to be complete.
struct Deadline: Sendable {
    private let clock: any Clock<Duration>
    private let error: TernError
    private let remaining: @Sendable () -> Duration

    init(after limit: Duration, on clock: any Clock<Duration>) {
        self.clock = clock
        error = TernError(.timedOut, reason: "The response was not complete after \(limit).")
        remaining = Self.remaining(of: limit, on: clock)
    }

    /// The error of an exchange that isn't complete. `nil` before the deadline.
    var passedError: TernError? { remaining() > .zero ? nil : error }

    /// Runs `operation`, and cancels it at the deadline.
    ///
    /// - Throws: The errors of `operation`. `TernError` with code `.timedOut` at the deadline.
    func limit<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await Waiting.limit(remaining(), on: clock, error: error, operation: operation)
    }

    private static func remaining(
        of limit: Duration,
        on clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let start = clock.now
        return { limit - start.duration(to: clock.now) }
    }
}
