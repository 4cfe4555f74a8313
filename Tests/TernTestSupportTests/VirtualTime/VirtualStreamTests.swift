import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// Streams of stubbed responses in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct VirtualStreamTests {
    private struct Ticker: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/ticker" }
    }

    private let events = ["a", "b", "c"].map { ServerSentEvent(data: $0, id: $0) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func eventsArriveAtTheirTimes() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<Ticker>.stub(clock: scheduler.clock, journal: nil) { [events] _ in
            .inOrder(.events(events, every: .seconds(60)), .events(events, every: .seconds(1)), .status(204))
        }
        var times: [Duration] = []

        for try await _ in provider.events(Ticker()) { times.append(scheduler.now) }

        #expect(times == [0, 60, 120, 123, 124, 125].map { .seconds($0) })
        #expect(scheduler.now == .seconds(128))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func bodyTakesTheTimeOfTheLink() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<Ticker>.stub(clock: scheduler.clock, journal: nil) { _ in
            .chunked([Data(count: 100_000), Data(count: 100_000)], every: .seconds(2))
        }
        .link(
            VirtualLink(roundTrip: .milliseconds(100), downBytesPerSecond: 1_000_000, upBytesPerSecond: 1_000_000)
        )
        var times: [Duration] = []

        for _ in 1...2 {
            for try await _ in try await provider.stream(Ticker()) { times.append(scheduler.now) }
        }

        #expect(times == [200, 2_300, 2_500, 4_600].map { .milliseconds($0) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func cancelledReaderEndsAtOnce() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<Ticker>.stub(clock: scheduler.clock, journal: nil) { [events] _ in
            .events(events, every: .seconds(60))
        }
        let reader = Task { for try await _ in provider.events(Ticker()) {} }

        try await scheduler.clock.sleep(for: .seconds(10))
        reader.cancel()

        #expect(await #expect(throws: TernError.self) { try await reader.value }?.code == .cancelled)
        #expect(scheduler.now == .seconds(10))
    }
}
