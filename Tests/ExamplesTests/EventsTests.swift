import Foundation
import Tern
import TernTesting
import Testing

@testable import events

@Suite(.timeLimit(.minutes(5)))
struct EventsTests {
    @Test func tickerSurvivesARestartOfItsServer() async throws {
        let lines = Locked<[String]>([])

        while true {
            lines.withLock { $0 = [] }
            do {
                try await EventsProgram.runOffline { line in lines.withLock { $0.append(line) } }
                break
            } catch TestKitError.Code.bindFailed {
                // Another test has received the port between the stop and the restart.
                continue
            }
        }

        let shown = lines.withLock { $0 }
        #expect(shown.filter { $0.hasPrefix("TRN") }.map { $0.prefix(6) } == (1...6).map { "TRN \($0):" })
        #expect(shown.contains { $0.hasPrefix("Connecting again in 0.05 seconds") })
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "x"])
    func exchangeRespondsToAnyLastEventID(_ id: String) async throws {
        let exchange = try Exchange(interval: .zero)
        defer { exchange.stop() }
        var request = URLRequest(url: exchange.url.appending(path: "prices/TRN"))
        request.setValue(id, forHTTPHeaderField: "Last-Event-ID")

        let (data, _) = try await URLSession.shared.data(for: request)

        #expect(String(decoding: data, as: UTF8.self).components(separatedBy: "event: price").count == 101)
    }

    @Test func tickerContinuesAfterItsLastPrice() async throws {
        let (clock, journal) = (ManualClock(), Journal())
        let prices = (1...4).map { Price(number: $0, symbol: "TRN", cents: $0) }
        let events = try prices.map {
            ServerSentEvent(data: String(decoding: try JSONEncoder().encode($0), as: UTF8.self), id: "\($0.number)")
        }
        let market = Provider<Market>.stub(clock: clock, journal: journal) { _ in
            .inOrder(.events(Array(events[..<2])), .events(Array(events[2...])))
        }
        let run = Task {
            var shown: [Price] = []
            try await Ticker(market: market).run(symbol: "TRN", count: 4, willReconnect: { _ in }) { shown.append($0) }
            return shown
        }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))

        #expect(try await run.value == prices)
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "2"])
    }
}
