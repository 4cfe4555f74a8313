import Tern

/// The metrics of one case of a target. See ``MetricsPlugin``.
public struct TargetMetrics: Sendable, Hashable {
    /// The type and the case, without arguments, such as `"GitHub.user"`.
    public let name: String

    /// The number of running calls.
    public internal(set) var inFlight = 0

    /// The number of ended calls, including failed calls.
    public internal(set) var count = 0

    /// The number of failed calls by code. Cancelled calls have the code `.cancelled`.
    public internal(set) var errors: [TernError.Code: Int] = [:]

    /// The number of ended calls with a stored response of a cache, fresh or stale.
    public internal(set) var hits = 0

    /// The durations of the ended calls.
    public internal(set) var latencies: LatencyHistogram

    /// The maximum number of codes. Tern has fewer codes, but plugins can create any number of them.
    private static let maximumCodes = 64
    private static let otherCode = TernError.Code(rawValue: "other")

    init(name: String, bounds: [Duration]) {
        self.name = name
        latencies = LatencyHistogram(bounds: bounds)
    }

    mutating func begin() { inFlight += 1 }

    mutating func end(after duration: Duration, error: TernError.Code?, isHit: Bool) {
        inFlight -= 1
        count += 1
        if isHit { hits += 1 }
        latencies.record(duration)
        guard let error else { return }
        let hasRoom = errors.count < Self.maximumCodes || errors[error] != nil
        errors[hasRoom ? error : Self.otherCode, default: 0] += 1
    }
}
