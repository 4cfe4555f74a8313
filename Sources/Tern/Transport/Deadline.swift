/// When an exchange has to be over, redirects and body included.
struct Deadline: Sendable {
    private let limit: Duration
    let instant: ContinuousClock.Instant

    /// The shorter of two limits, from now on; `nil` if there is none.
    init?(_ one: Duration?, _ other: Duration?) {
        guard one != nil || other != nil else { return nil }
        let limit = min(one ?? Waiting.forever, other ?? Waiting.forever)
        guard limit < Waiting.forever else { return nil }
        self.limit = limit
        instant = .now + limit
    }

    /// How long there still is; not positive when there is no time left.
    var remaining: Duration { ContinuousClock.now.duration(to: instant) }

    var error: TernError {
        TernError(.timedOut, reason: "The exchange was not over by its deadline of \(limit).")
    }
}
