import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct MetricsPluginTests {
    private let plugin = MetricsPlugin(buckets: [.seconds(1), .milliseconds(100)])

    private func provider(
        _ sample: SampleResponse,
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ImmediateClock()
    ) -> Provider<GitHub> {
        .stub(plugins: [plugin] + plugins, clock: clock, journal: nil) { _ in sample }
    }

    @Test func callsAreCountedByCaseWithoutArguments() async throws {
        let provider = provider(.status(200))
        for login in ["a", "b"] { _ = try await provider.request(.user(login: login)) }
        _ = try await provider.request(.zen)
        let wrapped = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        _ = try await wrapped.request(.target(GitHub.zen))

        #expect(plugin.snapshot.targets.map(\.name) == ["GitHub.user", "GitHub.zen"])
        #expect(plugin.snapshot.targets.map(\.count) == [2, 2])
        #expect(plugin.snapshot["GitHub.user"]?.errors == [:])
        #expect(plugin.snapshot["GitHub.login"] == nil)
        #expect("\(plugin.snapshot)".contains("GitHub.user: 2 calls, 0 errors, 0 in flight"))
    }

    @Test func storedResponsesAreHits() async throws {
        let statuses: [Response.CacheStatus?] = [
            .hit(age: .zero), .stale(age: .seconds(1)), .revalidated, .fetched(stored: true), nil,
        ]
        for (index, status) in (statuses + statuses).enumerated() {
            let transport = RecordingTransport { _ in
                var response = Response(statusCode: index < statuses.count ? 200 : 404)
                response.cache = status
                return response
            }
            _ = try? await Provider<OpenTarget>(transport: transport, plugins: [plugin]).request(OpenTarget())
        }

        #expect(plugin.snapshot["OpenTarget"]?.hits == 4)
        #expect(plugin.snapshot["OpenTarget"]?.count == 10)
        #expect(plugin.snapshot["OpenTarget"]?.errors == [.unacceptableStatus: 5])
    }

    @Test(arguments: [Int64(-1_000_000), 1_000_000]) func callIsCountedOnceIfTheClockJumps(
        seconds: Int64
    ) async throws {
        let clock = UnsteadyClock { $0 + .seconds(seconds) }
        _ = try await provider(SampleResponse.status(200).delayed(by: .seconds(1)), clock: clock).request(.zen)

        let metrics = try #require(plugin.snapshot["GitHub.zen"])
        #expect(metrics.latencies.count == 1)
        #expect(metrics.latencies.sum == max(.zero, .seconds(1 + seconds)))
    }

    @Test func targetsThatAreNoEnumsAreCountedByType() async throws {
        let provider = Provider<OpenTarget>(returning: .status(200), plugins: [plugin])
        for path in ["/a", "/b"] { _ = try await provider.request(OpenTarget(path: path)) }
        #expect(plugin.snapshot["OpenTarget"]?.count == 2)
    }

    @Test func errorsAreCountedByCode() async throws {
        struct Failing: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                throw URLError(.badURL)
            }
        }
        for _ in 1...2 { _ = try? await provider(.status(500)).request(.zen) }
        _ = try? await provider(.networkError(URLError(.timedOut))).request(.zen)
        _ = try? await provider(.status(200), plugins: [Failing()]).request(.zen)
        _ = try? await provider(.status(200)).request(.zen)

        let metrics = try #require(plugin.snapshot["GitHub.zen"])
        #expect(metrics.errors == [.unacceptableStatus: 2, .timedOut: 1, .pluginFailed: 1])
        #expect(metrics.count == 5)
        #expect(metrics.latencies.count == 5)
    }

    @Test func durationsAreThoseOfTheProvidersClock() async throws {
        let clock = ManualClock()
        for delay in [Duration.milliseconds(100), .milliseconds(101), .seconds(7)] {
            let provider = provider(.status(200).delayed(by: delay), clock: clock)
            async let response = provider.request(.zen)
            await clock.waitForSleepers(atLeast: 1)
            #expect(plugin.snapshot["GitHub.zen"]?.inFlight == 1)
            clock.advance(by: delay)
            _ = try await response
        }
        let metrics = try #require(plugin.snapshot["GitHub.zen"])
        #expect(metrics.inFlight == 0)
        #expect(metrics.latencies.bounds == [.milliseconds(100), .seconds(1)])
        #expect(metrics.latencies.counts == [1, 1, 1])
        #expect(metrics.latencies.sum == .milliseconds(7_201))
    }

    @Test func hostileDurationsAreLimited() {
        var histogram = LatencyHistogram(bounds: [.seconds(1), .zero, .seconds(-1), .seconds(1)])
        #expect(histogram.bounds == [.seconds(1)])
        let largest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        for _ in 1...1_000 {
            histogram.record(largest)
            histogram.record(.zero - largest)
        }
        #expect(histogram.counts == [1_000, 1_000])
        #expect(histogram.sum == Waiting.forever * 1_000)
    }

    @Test func stopwatchRunsOnAnyClock() {
        let manual = ManualClock()
        let watches = [Stopwatch(on: manual), Stopwatch(on: ContinuousClock())]
        manual.advance(by: .seconds(3))
        #expect(watches[0].elapsed == .seconds(3))
        #expect(watches[1].elapsed >= .zero)
    }

    // MARK: - Limits

    @Test func furtherTargetsAreCountedTogether() async throws {
        let plugin = MetricsPlugin(maximumTargets: 1)
        let provider = Provider<GitHub>(
            endpointClosure: { Endpoint($0).responding(.status(200)) },
            stubClosure: Provider.immediatelyStub,
            plugins: [plugin]
        )
        for target in [GitHub.zen, .user(login: "a"), .login(password: "p"), .zen, .user(login: "b")] {
            _ = try await provider.request(target)
        }
        #expect(plugin.snapshot.targets.map(\.name) == ["GitHub.zen", "other"])
        #expect(plugin.snapshot.targets.map(\.count) == [2, 3])

        let none = MetricsPlugin(buckets: [], maximumTargets: -1)
        _ = try await Provider<GitHub>(stubClosure: Provider.immediatelyStub, plugins: [none]).request(.zen)
        #expect(none.snapshot.targets.map(\.name) == ["other"])
        #expect(none.snapshot.prometheusText().contains(#"bucket{target="other",le="+Inf"} 1"#))
    }

    @Test func furtherCodesAreCountedTogether() {
        var metrics = TargetMetrics(name: "a", bounds: [])
        for number in 0..<1_000 {
            metrics.begin()
            metrics.end(after: .zero, error: TernError.Code(rawValue: "\(number)"), isHit: false)
        }
        #expect(metrics.errors.count == 65)
        #expect(metrics.errors[TernError.Code(rawValue: "other")] == 936)
    }

    // MARK: - Names of cases

    @Test func keysDistinguishTypesAndCases() {
        let zen = TargetKey(GitHub.zen)
        #expect(TargetKey(GitHub.zen) == zen)
        #expect(TargetKey(GitHub.user(login: "a")) == TargetKey(GitHub.user(login: "b")))
        #expect(TargetKey(GitHub.user(login: "a")) != zen)
        #expect(TargetKey(PageAPI.after(nil)) != TargetKey(PageAPI.from(1)))
        #expect(TargetKey(OpenTarget()) == TargetKey(OpenTarget(path: "/b")))
        #expect(TargetKey(OpenTarget()) != TargetKey(PageAPI.from(1)))
    }

    private enum OneCase: TargetType {
        case only

        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/" }
    }

    /// With one payload that has room for the other cases, with several payloads, and behind a reference.
    private enum ManyCases: TargetType {
        case a, b
        case text(String)
        case number(Int?)
        indirect case inner(ManyCases)
        case both(OneCase, Bool)

        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/" }
    }

    @Test func keysDependOnTheCaseOnly() {
        let cases: [any TargetType] = [
            OneCase.only, ManyCases.a, ManyCases.b, ManyCases.text(""), ManyCases.number(nil), ManyCases.inner(.a),
            ManyCases.both(.only, true), PageAPI.numbers(page: nil), PageAPI.after(nil), PageAPI.from(0),
        ]
        #expect(Set(cases.map { TargetKey($0) }).count == cases.count)
        #expect(TargetKey(ManyCases.text("a")) == TargetKey(ManyCases.text("b")))
        #expect(TargetKey(ManyCases.number(nil)) == TargetKey(ManyCases.number(7)))
        #expect(TargetKey(ManyCases.inner(.a)) == TargetKey(ManyCases.inner(.text("a"))))
        #expect(TargetKey(PageAPI.numbers(page: nil)) == TargetKey(PageAPI.numbers(page: 3)))
    }

    /// Types with the same name have different keys.
    @Test func tableFindsTargetsByTheirNames() {
        let key = TargetKey(OpenTarget())
        var table = MetricsTable(bounds: [], maximumTargets: 2)
        #expect(["a", "b", "a", "c", "other", "c"].map { table.index(of: $0, key: key) } == [0, 1, 0, 2, 2, 2])
        #expect(table.targets.map(\.name) == ["a", "b", "other"])
    }

    // MARK: - Interleavings

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyCallIsCountedInAnyOrder() async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let plugin = MetricsPlugin()
            let ends = await PluginStory.run(plugin, scheduler)
            guard let metrics = plugin.snapshot["OpenTarget"] else { throw Violation("No metrics.") }
            let errors = ends.filter { !$0.hasSuffix(" ok") }
            guard metrics.inFlight == 0, metrics.count == ends.count, metrics.latencies.count == ends.count,
                metrics.errors.values.reduce(0, +) == errors.count,
                metrics.errors[.cancelled, default: 0] == ends.filter({ $0.hasSuffix("cancelled") }).count
            else { throw Violation("\(metrics) for \(ends)") }
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// Reads and writes its count in two steps.
    private struct LosingPlugin: Plugin {
        let count = Watched(0)

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let now = count.value
            await Task.yield()
            count.update { $0 = now + 1 }
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func lostCountIsFound() async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let plugin = LosingPlugin()
            let ends = await PluginStory.run(plugin, scheduler)
            guard plugin.count.value == ends.count else { throw Violation("A call is missing.") }
        }
        #expect(failure?.failure.contains("is missing") == true, "\(failure as Any)")
    }
}
