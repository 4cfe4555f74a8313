/// When an exchange has to be over, and why.
struct Deadline: Sendable {
    let instant: ContinuousClock.Instant
    private let limit: Duration

    /// The shorter of two limits, from now on; `nil` if there is none.
    init?(_ limits: Duration?...) {
        guard let limit = limits.compactMap(\.self).min(), limit < .seconds(1e9) else { return nil }
        self.limit = limit
        instant = .now + limit
    }

    var error: TernError {
        TernError(.timedOut, reason: "The exchange was not complete at its deadline, after \(limit).")
    }
}
