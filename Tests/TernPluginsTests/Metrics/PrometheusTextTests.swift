import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernPlugins

/// The text format of Prometheus, version 0.0.4.
@Suite(.timeLimit(.minutes(20)))
struct PrometheusTextTests {
    private static var snapshot: MetricsSnapshot {
        var user = TargetMetrics(name: "GitHub.user", bounds: [.milliseconds(5), .seconds(1), .milliseconds(2_500)])
        for _ in 1...4 { user.begin() }
        user.end(after: .milliseconds(5), error: nil, isHit: false)
        user.end(after: .milliseconds(6), error: .timedOut, isHit: false)
        user.end(after: .seconds(3), error: TernError.Code(rawValue: "a\\b\"c\nd"), isHit: false)
        return MetricsSnapshot(targets: [user])
    }

    @Test func textHasEveryMetricWithItsType() {
        let text = """
            # HELP tern_requests_total Ended calls.
            # TYPE tern_requests_total counter
            tern_requests_total{target="GitHub.user"} 3
            # HELP tern_request_errors_total Failed calls, by the code of their error.
            # TYPE tern_request_errors_total counter
            tern_request_errors_total{target="GitHub.user",code="a\\\\b\\"c\\nd"} 1
            tern_request_errors_total{target="GitHub.user",code="timedOut"} 1
            # HELP tern_requests_in_flight Calls that have not ended.
            # TYPE tern_requests_in_flight gauge
            tern_requests_in_flight{target="GitHub.user"} 1
            # HELP tern_request_duration_seconds Duration of ended calls.
            # TYPE tern_request_duration_seconds histogram
            tern_request_duration_seconds_bucket{target="GitHub.user",le="0.005"} 1
            tern_request_duration_seconds_bucket{target="GitHub.user",le="1.0"} 2
            tern_request_duration_seconds_bucket{target="GitHub.user",le="2.5"} 2
            tern_request_duration_seconds_bucket{target="GitHub.user",le="+Inf"} 3
            tern_request_duration_seconds_sum{target="GitHub.user"} 3.011
            tern_request_duration_seconds_count{target="GitHub.user"} 3

            """
        #expect(Self.snapshot.prometheusText() == text)
    }

    @Test func hitsOfACacheAreWrittenIfThereAreAny() {
        var user = TargetMetrics(name: "GitHub.user", bounds: [])
        for isHit in [true, false, true] {
            user.begin()
            user.end(after: .zero, error: nil, isHit: isHit)
        }
        let text = MetricsSnapshot(targets: [user]).prometheusText()
        let lines = """
            # HELP tern_request_hits_total Calls with a stored response of a cache.
            # TYPE tern_request_hits_total counter
            tern_request_hits_total{target="GitHub.user"} 2

            """
        #expect(text.contains(lines))
        #expect(!Self.snapshot.prometheusText().contains("hits"))
    }

    @Test func defaultBucketsAreWrittenInSeconds() {
        let metrics = TargetMetrics(name: "a", bounds: MetricsPlugin.defaultBuckets)
        let text = MetricsSnapshot(targets: [metrics]).prometheusText()
        let bounds = text.matches(of: /le="([^"]*)"/).map { String($0.1) }
        #expect(
            bounds == ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf"]
        )
    }

    @Test(
        arguments: [
            ("shop", "shop_"), ("my-app.v2", "my_app_v2_"), ("2fast", "_2fast_"), ("", "__"), ("é", "__"),
            ("a:b", "a:b_"),
        ]
    )
    func prefixBecomesAValidName(prefix: String, beginning: String) {
        let text = Self.snapshot.prometheusText(prefix: prefix)
        #expect(text.hasPrefix("# HELP \(beginning)requests_total"))
    }

    @Test func emptySnapshotHasNoSamples() {
        let lines = MetricsSnapshot(targets: []).prometheusText().split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines.allSatisfy { $0.hasPrefix("# ") })
    }
}
