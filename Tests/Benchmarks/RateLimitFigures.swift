import Tern
import TernPlugins
import TernTesting

/// The number of calls per second that a `RateLimitPlugin` lets through, on a clock whose sleeps take no time.
enum RateLimitFigures {
    static func report(scale: Double) -> Report {
        Report("Passes through a RateLimitPlugin, with 100 calls at the same time") {
            [
                try await line("without waiting", Int(100_000 * scale), 1_000_000_000),
                try await line("all waiting in the queue", Int(100_000 * scale), 1),
            ]
        }
    }

    /// - Parameter rate: Requests per second of the clock.
    private static func line(_ title: String, _ count: Int, _ rate: Int) async throws -> String {
        let plugin = RateLimitPlugin(rate, per: .seconds(1), burst: 1)
        let request = Request(url: BenchmarkAPI.base)
        let context = RequestContext(target: BenchmarkAPI.user(login: ""), clock: ImmediateClock())
        let passes = Contender.concurrent(title, 100) {
            _ = try await plugin.intercept(
                request,
                context: context,
                next: NextStage { _ in Response(statusCode: 200) }
            )
        }
        try await passes.run(max(100, count / 10))
        let time = try await ContinuousClock().measure { try await passes.run(count) }
        return "\(title)  \(Int(Double(count) / time.inSeconds)) passes per second"
    }
}
