/// The distribution of the durations of calls.
public struct LatencyHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets, ascending. A last bucket without a bound has the longer durations.
    public let bounds: [Duration]

    /// The number of calls in each bucket: longer than the bound before, and not longer than its own. One more than
    /// there are bounds.
    public private(set) var counts: [Int]

    /// The sum of all durations.
    public private(set) var sum: Duration = .zero

    /// The number of all calls.
    public var count: Int { counts.reduce(0, +) }

    /// - Parameter bounds: In any order. Those that aren't positive, and repetitions, are left out.
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
