import Tern

/// Counts calls, errors and durations by target, for a dashboard or for Prometheus.
///
/// ```swift
/// let metrics = MetricsPlugin()
/// let github = Provider<GitHub>(plugins: [metrics])
///
/// metrics.snapshot["GitHub.user"]?.errors[.timedOut]      // a number
/// metrics.snapshot.prometheusText()                       // for GET /metrics
/// ```
///
/// Calls are counted by the case of their target, without its arguments. A duration is measured on the provider's
/// clock, from the time when the request passes the plugin to the time when the response passes it. The plugin doesn't
/// use the `Response.metrics` of the transport. For a stream, the duration ends with the head of the response. If the
/// plugin precedes a plugin that retries, it counts calls; otherwise, it counts attempts. Providers that share the
/// plugin share the metrics.
public struct MetricsPlugin: Plugin {
    /// The default upper bounds of the buckets: 5 ms to 10 s.
    public static let defaultBuckets: [Duration] = [
        .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5), .seconds(10),
    ]

    private let table: Locked<MetricsTable>

    /// - Parameters:
    ///   - buckets: The upper bounds of the buckets of durations, in any order. ``defaultBuckets`` by default.
    ///   - maximumTargets: The maximum number of cases with separate metrics. All further cases are counted together as
    ///     `"other"`. 100 by default.
    public init(buckets: [Duration] = Self.defaultBuckets, maximumTargets: Int = 100) {
        let bounds = LatencyHistogram(bounds: buckets).bounds
        table = Locked(MetricsTable(bounds: bounds, maximumTargets: max(0, maximumTargets)))
    }

    /// The current metrics.
    public var snapshot: MetricsSnapshot {
        MetricsSnapshot(targets: table.withLock(\.targets).sorted { $0.name < $1.name })
    }

    /// Counts and measures the rest of the call.
    ///
    /// - Throws: The error of the rest of the call.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let index = begin(context.target)
        let stopwatch = Stopwatch(on: context.clock)
        do {
            let response = try await next(request)
            end(index, after: stopwatch.elapsed, error: nil, response)
            return response
        } catch let error as TernError {
            end(index, after: stopwatch.elapsed, error: error.code, error.response)
            throw error
        }
    }

    // MARK: - Private

    private func begin(_ target: any TargetType) -> Int {
        let key = TargetKey(target)
        let known = table.withLock { table -> Int? in
            guard let index = table.index(of: key) else { return nil }
            table.begin(index)
            return index
        }
        if let known { return known }
        // The name is read outside the lock, since it may call code of the target.
        let name = targetName(of: target)
        return table.withLock { table in
            let index = table.index(of: name, key: key)
            table.begin(index)
            return index
        }
    }

    private func end(_ index: Int, after duration: Duration, error: TernError.Code?, _ response: Response?) {
        let isHit = response?.isStored ?? false
        table.withLock { $0.end(index, after: duration, error: error, isHit: isHit) }
    }
}
