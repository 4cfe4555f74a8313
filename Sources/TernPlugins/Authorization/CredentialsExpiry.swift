import Tern

/// The lifetime of credentials, and the time at which they have to be refreshed, on one clock.
struct CredentialsExpiry: Sendable {
    private let stopwatch: Stopwatch
    private let lifetime: Duration
    private let margin: Duration

    /// - Parameters:
    ///   - lifetime: The lifetime of the credentials from now on.
    ///   - margin: The time before the end of the lifetime. At most half of the lifetime is used, so that short-lived
    ///     credentials aren't refreshed for each call.
    init(after lifetime: Duration, margin: Duration, on clock: any Clock<Duration>) {
        // Sums of longer durations could overflow.
        self.lifetime = min(max(lifetime, .zero), Waiting.forever)
        self.margin = min(max(margin, .zero), self.lifetime / 2)
        stopwatch = Stopwatch(on: clock)
    }

    /// Whether the credentials must be refreshed now. Reads the clock, so it must not be called inside a lock.
    var isDue: Bool { stopwatch.elapsed >= lifetime - margin }

    /// Whether the lifetime has ended. Reads the clock, so it must not be called inside a lock.
    var isOver: Bool { stopwatch.elapsed >= lifetime }
}
