import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

/// The snippets of the guide's page on logs, metrics and traces, for activity and metrics.
@Suite(.timeLimit(.minutes(20)))
struct ActivityAndMetricsTests {
    enum Shop: TargetType {
        case order

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: String { "/order" }
    }

    @MainActor final class Indicator {
        var isVisible = false
        var changes: [Bool] = []

        func observe(_ counts: AsyncStream<Int>) async {
            for await count in counts {
                isVisible = count > 0
                changes.append(isVisible)
            }
        }
    }

    @Test(.network) @MainActor func indicatorFollowsTheCalls() async throws {
        let (counts, sink) = AsyncStream.makeStream(of: Int.self)
        let activity = ActivityPlugin { sink.yield($0.count) }

        let shop = Provider<Shop>.stub(plugins: [activity]) { _ in .status(200) }
        _ = try await shop.request(.order)
        sink.finish()
        let indicator = Indicator()
        await indicator.observe(counts)
        #expect(indicator.changes == [true, false])
        #expect(activity.count == 0)
    }

    @Test(.network) func changesNameTheTarget() async throws {
        let log = RecordedLines()
        let activity = ActivityPlugin { activity in
            log.append("\(activity)")
        }
        _ = try await Provider<Shop>.stub(plugins: [activity]) { _ in .status(200) }.request(.order)
        #expect(log.all == ["Shop.order began, 1 running", "Shop.order ended, 0 running"])
    }

    @Test(.network) func metricsCountCalls() async throws {
        let metrics = MetricsPlugin(buckets: [.milliseconds(100), .seconds(1)])
        let shop = Provider<Shop>.stub(plugins: [metrics]) { _ in .inOrder(.status(200), .status(500)) }
        _ = try await shop.request(.order)
        await #expect(throws: TernError.self) { try await shop.request(.order) }

        let order = metrics.snapshot["Shop.order"]
        #expect(order?.count == 2)
        #expect(order?.errors[.unacceptableStatus] == 1)
        #expect(order?.inFlight == 0)
        #expect(order?.latencies.counts.reduce(0, +) == 2)

        let page = Response(
            statusCode: 200,
            data: Data(metrics.snapshot.prometheusText().utf8),
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"]
        )
        #expect(String(decoding: page.data, as: UTF8.self).contains(#"tern_requests_total{target="Shop.order"} 2"#))
    }
}
