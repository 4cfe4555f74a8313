/// The time at which credentials have to be refreshed, on one clock.
struct CredentialsExpiry: Sendable {
    private let hasPassed: @Sendable () -> Bool

    /// - Parameters:
    ///   - lifetime: The lifetime of the credentials from now on.
    ///   - margin: The time before the end of the lifetime. At most half of the lifetime is used, so that short-lived
    ///     credentials aren't refreshed for each call.
    init(after lifetime: Duration, margin: Duration, on clock: any Clock<Duration>) {
        // Sums of longer durations could overflow.
        let lifetime = min(max(lifetime, .zero), Waiting.forever)
        let margin = min(max(margin, .zero), lifetime / 2)
        hasPassed = Self.hasPassed(lifetime - margin, on: clock)
    }

    /// Whether the credentials must be refreshed now. Reads the clock, so it must not be called inside a lock.
    var isDue: Bool { hasPassed() }

    private static func hasPassed(_ duration: Duration, on clock: some Clock<Duration>) -> @Sendable () -> Bool {
        let start = clock.now
        return { start.duration(to: clock.now) >= duration }
    }
}
