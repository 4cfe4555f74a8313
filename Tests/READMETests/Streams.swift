import Foundation
import Tern
import TernTesting
import Testing

private enum Market: TargetType, Equatable {
    case log, ticker
    case prices(String)

    var baseURL: URL { URL(string: "https://market.example.com")! }
    var path: String { "/feed" }
}

private enum MCP: RoutedTarget, Equatable {
    case call(String)
    case listen

    var baseURL: URL { URL(string: "https://mcp.example.com")! }

    var route: HTTPRoute {
        switch self {
        case .call(let tool): .post("/mcp").json(["id": 1, "params": ["name": tool]])
        case .listen: .get("/mcp")
        }
    }
}

private struct Message: Codable {
    var result: String?

    var isResult: Bool { result != nil }
}

extension Call<MCP, Message> {
    fileprivate static func call(_ tool: String) -> Self { .init(.call(tool)) }
}

private struct Entry: Codable { let text: String }

private struct Price: Codable, Equatable { let cents: Int }

extension Call<Market, Price> {
    fileprivate static func prices(of symbol: String) -> Self { .init(.prices(symbol)) }
}

/// Runs the guide's snippets about streams.
@Suite(.timeLimit(.minutes(20)))
struct StreamSnippetTests {
    private let clock = ManualClock()

    @Test func bodyIsReadAsLinesAndJSONLines() async throws {
        let market = Provider<Market>.stub(journal: nil) { _ in .text(#"{"text":"a"}"# + "\n" + #"{"text":"b"}"#) }
        var shown: [String] = []
        func show(_ text: String) { shown.append(text) }

        let log = try await market.stream(.log)
        show("status \(log.response.statusCode)")
        for try await line in log.lines() { show(line) }

        for try await entry in try await market.stream(.log).jsonLines(as: Entry.self) { show(entry.text) }

        #expect(shown == ["status 200", #"{"text":"a"}"#, #"{"text":"b"}"#, "a", "b"])
    }

    @Test func callIsAStreamOfValues() async throws {
        let market = Provider<Market>.stub(journal: nil) { _ in
            .events([ServerSentEvent(data: #"{"cents":7}"#), ServerSentEvent(data: #"{"cents":9}"#)])
        }
        var shown: [Int] = []
        func show(_ price: Price) { shown.append(price.cents) }

        for try await price in try await market.values(.prices(of: "TRN")) { show(price) }

        #expect(shown == [7, 9])
    }

    @Test func errorOfALoopIsTyped() async throws {
        let market = Provider<Market>.stub(journal: nil) { _ in
            .events([ServerSentEvent(data: #"{"cents":7}"#), ServerSentEvent(data: #"{"cents":9}"#)])
                .breakingOff(after: 25)
        }
        var shown: [String] = []
        func show(_ price: Price) { shown.append("\(price.cents)") }
        func show(_ text: String) { shown.append(text) }

        do {
            for try await price in try await market.values(.prices(of: "TRN")) { show(price) }
        } catch {  // a TernError, of the request or within the body
            if error.code == .connectionLost { show(error.localizedDescription) }
        }

        #expect(shown == ["7", TernError(.connectionLost).localizedDescription])
    }

    @Test func streamEndsAtATerminator() async throws {
        let market = Provider<Market>.stub(journal: nil) { _ in
            .events([
                ServerSentEvent(data: #"{"cents":7}"#, event: "price"), ServerSentEvent(data: "ping"),
                ServerSentEvent(data: "[DONE]"), ServerSentEvent(data: #"{"cents":9}"#, event: "price"),
            ])
        }
        var shown: [Int] = []
        func show(_ price: Price) { shown.append(price.cents) }

        let prices = try await market.values(.prices(of: "TRN")).named("price").ending(at: "[DONE]")
        for try await price in prices { show(price) }

        #expect(shown == [7])
    }

    @Test func valuesReconnect() async throws {
        let market = Provider<Market>.stub(clock: ImmediateClock(), journal: nil) { _ in
            .inOrder(
                .events([ServerSentEvent(data: #"{"cents":7}"#)]),
                .events([ServerSentEvent(data: #"{"cents":9}"#)]),
                .status(204)
            )
        }
        var shown: [Int] = []
        func show(_ price: Price) { shown.append(price.cents) }

        let policy = Reconnection(maximumFailures: 5)
        for try await price in market.values(.prices(of: "TRN"), reconnecting: policy) { show(price) }

        #expect(shown == [7, 9])
    }

    @Test func streamOfAPostContinuesWithAGet() async throws {
        let journal = Journal()
        let mcp = Provider<MCP>.stub(clock: ImmediateClock(), journal: journal) { target in
            target == .listen
                ? .events([ServerSentEvent(data: "{}", id: "1"), ServerSentEvent(data: #"{"result":"done"}"#, id: "2")])
                : .events([ServerSentEvent(data: "", id: "0")])
        }
        let tool = "search"
        var shown: [String?] = []
        func show(_ message: Message) { shown.append(message.result) }

        for try await message in mcp.values(.call(tool), resumingWith: .listen, reconnecting: Reconnection()) {
            show(message)
            if message.isResult { break }
        }

        #expect(shown == [nil, "done"])
        #expect(journal.requests.map(\.method) == [.post, .get])
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "0"])
    }

    @Test func eventsReconnect() async throws {
        let clock = clock
        let gate = SampleGate()
        let market = Provider<Market>.stub(clock: clock, journal: nil) { _ in
            .inOrder(
                .events(
                    [ServerSentEvent(data: "1", id: "a"), ServerSentEvent(data: "2", id: "b")],
                    every: .seconds(1)
                ),
                .events([ServerSentEvent(data: "3", id: "c")]).stayingOpen(until: gate)
            )
        }
        let reader = Task {
            var shown: [String] = []
            func show(_ text: String) { shown.append(text) }

            for try await event in market.events(.ticker) {
                show(event.data)
                if event.id == "c" { break }
            }

            return shown
        }

        for wait in [Duration.seconds(1), .seconds(3)] {
            await clock.waitForSleepers(atLeast: 1)
            clock.advance(by: wait)
        }
        #expect(try await reader.value == ["1", "2", "3"])
    }
}
