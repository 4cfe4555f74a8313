import Tern

/// The distribution of the durations of calls.
public struct LatencyHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets, in ascending order. A further bucket without a bound counts all longer
    /// durations.
    public let bounds: [Duration]

    /// The number of calls in each bucket. A bucket counts durations above the previous bound, up to its own bound.
    /// There is one more element than in ``bounds``.
    public private(set) var counts: [Int]

    /// The sum of all durations.
    public private(set) var sum: Duration = .zero

    /// The number of all calls.
    public var count: Int { counts.reduce(0, +) }

    /// - Parameter bounds: The upper bounds, in any order. Bounds that aren't positive, and repeated bounds, are
    ///   omitted.
    init(bounds: [Duration]) {
        self.bounds = Set(bounds.filter { $0 > .zero }).sorted()
        counts = Array(repeating: 0, count: self.bounds.count + 1)
    }

    mutating func record(_ duration: Duration) {
        // A clock may jump in both directions.
        let duration = min(max(duration, .zero), Waiting.forever)
        counts[bounds.firstIndex { duration <= $0 } ?? bounds.count] += 1
        sum += duration
    }
}
