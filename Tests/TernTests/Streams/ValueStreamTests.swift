import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Calls whose response is a stream of values.
@Suite(.timeLimit(.minutes(20)))
struct ValueStreamTests {
    private struct Price: Codable, Equatable {
        let symbol: String
        let cents: Int
    }

    private let prices = [Price(symbol: "TRN", cents: 7), Price(symbol: "TRN", cents: 9)]
    private let call = Call<OpenTarget, Price>(OpenTarget())

    private func provider(_ sample: SampleResponse) -> Provider<OpenTarget> { Provider(returning: sample) }

    private func data(_ price: Price) throws -> String {
        String(decoding: try JSONEncoder().encode(price), as: UTF8.self)
    }

    private func collected<Value>(_ stream: ValueStream<Value>) async throws -> [Value] {
        var values: [Value] = []
        for try await value in stream { values.append(value) }
        return values
    }

    @Test func eventsHaveTheValues() async throws {
        let sample = SampleResponse.events(try prices.map { ServerSentEvent(data: try data($0)) })
        let stream = try await provider(sample).values(call)
        #expect(stream.response?.statusCode == 200)
        #expect(try await collected(stream) == prices)
    }

    @Test func linesHaveTheValues() async throws {
        let lines = try prices.map { try data($0) }.joined(separator: "\n\n")
        #expect(try await collected(try await provider(.text(lines).inPieces(7)).values(call)) == prices)
        #expect(try await collected(try await provider(.status(204)).values(call)) == [])
    }

    @Test func streamEndsAtItsTerminator() async throws {
        let last = ServerSentEvent(data: "[DONE]", event: "done", retry: .zero)
        let event = ServerSentEvent(data: try data(prices[0]))
        let events = provider(.events([event, last, event]))
        #expect(try await collected(try await events.values(call).ending(at: "[DONE]")) == [prices[0]])
        #expect(try await collected(try await events.values(call).ending(atEvent: "done")) == [prices[0]])
        let connections = events.values(call, reconnecting: Reconnection())
        #expect(try await collected(connections.ending(at: "[DONE]")) == [prices[0]])
        #expect(try await collected(connections.ending(atEvent: "done")) == [prices[0]])

        let lines = provider(.text("\(try data(prices[0]))\n [DONE]\t\n{}"))
        #expect(try await collected(try await lines.values(call).ending(at: "[DONE]")) == [prices[0]])
        var values: [Price] = []
        for try await value in try await lines.stream(OpenTarget()).jsonLines(as: Price.self).ending(at: "[DONE]") {
            values.append(value)
        }
        #expect(values == [prices[0]])
    }

    @Test func eventsOfOtherNamesHaveNoValues() async throws {
        let sample = SampleResponse.events([
            ServerSentEvent(data: "a", event: "ping"), ServerSentEvent(data: try data(prices[0]), event: "price"),
            ServerSentEvent(data: try data(prices[1])), ServerSentEvent(data: "b", event: "end"),
        ])
        let stream = provider(sample).values(call, reconnecting: .never)
        #expect(try await collected(stream.named("price", "message")) == prices)
        #expect(try await collected(stream.named("price").ending(atEvent: "end")) == [prices[0]])
        let error = await #expect(throws: TernError.self) { try await collected(stream.named("end")) }
        #expect(error?.reason.hasPrefix("Event 4: ") == true)
    }

    // MARK: - Events without data

    /// Some servers begin each stream with an event that has an ID and no data.
    @Test func eventsWithoutDataHaveNoValue() async throws {
        let empty = ServerSentEvent(data: "", id: "0", retry: .milliseconds(700))
        let sample = SampleResponse.events([empty] + (try prices.map { ServerSentEvent(data: try data($0)) }) + [empty])
        let sizes = Call<OpenTarget, Int>(OpenTarget()) { $0.data.count }
        let texts = Call<OpenTarget, String>(OpenTarget())

        #expect(try await collected(try await provider(sample).values(call)) == prices)
        #expect(try await collected(try await provider(sample).values(call).named("message")) == prices)
        #expect(try await collected(provider(sample).values(call, reconnecting: .never)) == prices)
        #expect(try await collected(try await provider(sample).values(sizes)).contains(0) == false)
        #expect(try await collected(provider(sample).values(sizes, reconnecting: .never)).contains(0) == false)
        #expect(try await collected(try await provider(sample).values(texts)) == prices.map { try data($0) })
        #expect(try await collected(try await provider(sample).values(call).ending(at: "")) == [])
    }

    @Test func eventsWithoutDataKeepTheirIDAndTime() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let provider = Provider<OpenTarget>.stub(clock: clock, journal: journal) { [prices, data] _ in
            .inOrder(
                .events([ServerSentEvent(data: "", id: "0", retry: .milliseconds(700))]),
                .events([ServerSentEvent(data: (try? data(prices[0])) ?? "")]),
                .status(204)
            )
        }
        let values = Task { [call] in
            var values: [Price] = []
            for try await value in provider.values(call, reconnecting: Reconnection()) { values.append(value) }
            return values
        }
        for _ in 0..<2 {
            await clock.waitForSleepers(atLeast: 1)
            clock.advance(by: .milliseconds(700))
        }

        #expect(try await values.value == [prices[0]])
        #expect(journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "0", "0"])
    }

    @Test func manyEventsWithoutDataAreSkipped() async throws {
        let body =
            String(repeating: "data\n\n", count: 10_000) + "data: {\"symbol\":\"TRN\",\"cents\":7}\n\ndata: {}\n\n"
        let sample = SampleResponse.text(body, headers: ["Content-Type": "text/event-stream"])
        var values: [Price] = []

        let error = await #expect(throws: TernError.self) {
            for try await value in try await provider(sample).values(call) { values.append(value) }
        }

        #expect(values == [prices[0]])
        #expect(error?.reason.hasPrefix("Event 10002: ") == true)
    }

    // MARK: - Media types

    @Test func requestAcceptsTheMediaTypesOfValues() async throws {
        let journal = Journal()
        let sample = SampleResponse.text("", headers: ["Content-Type": "application/x-ndjson"])
        let provider = Provider<OpenTarget>.stub(journal: journal) { _ in sample }
        let types = ["text/event-stream", "application/x-ndjson", "application/json-seq", "application/json"]

        _ = try await provider.values(call)
        _ = try await provider.values(Call<OpenTarget, Price>(OpenTarget(headers: ["accept": "application/a"])))
        _ = try await provider.values(call, options: CallOptions(headers: ["ACCEPT": "application/b"]))

        let fields = journal.requests.map { $0.headers.values(for: "Accept") }
        #expect(fields.first?.count == 1)
        #expect(types.allSatisfy { fields.first?.first?.contains($0) == true })
        #expect(fields.dropFirst() == [["application/a"], ["application/b"]])
    }

    @Test func acceptFieldOfTheEndpointClosureStays() async throws {
        let journal = Journal()
        let provider = Provider<OpenTarget>(
            endpointClosure: {
                Endpoint($0).adding(headers: ["Accept": "application/c"])
                    .responding(.text("", headers: ["Content-Type": "text/event-stream"]))
            },
            stubClosure: Provider.immediatelyStub
        ).recorded(in: journal)

        _ = try await provider.values(call)
        _ = try await collected(provider.values(call, reconnecting: .never))

        #expect(journal.requests.map { $0.headers["Accept"] } == ["application/c", "application/c"])
    }

    @Test(arguments: [1, 7, 1_000]) func textsOfAJSONSequenceHaveTheValues(pieces: Int) async throws {
        let texts =
            "\u{1E}{\"symbol\":\"TRN\",\n\"cents\":7}\n\u{1E}\n\u{1E}{\"symbol\":\"TRN\",\"cents\":9}\n\u{1E} [DONE]\r\n"
        let sample = SampleResponse.text(texts, headers: ["Content-Type": "Application/JSON-Seq; a=b"]).inPieces(pieces)
        let lines = Call<OpenTarget, String>(OpenTarget())

        #expect(try await collected(try await provider(sample).values(call).ending(at: "[DONE]")) == prices)
        #expect(try await collected(try await provider(sample).values(lines)).last == " [DONE]")
        let error = await #expect(throws: TernError.self) {
            try await collected(try await provider(sample).stream(OpenTarget()).jsonLines(as: Price.self))
        }
        #expect(error?.reason.hasPrefix("Text 4: ") == true)
    }

    private func sequence(_ texts: String) -> Provider<OpenTarget> {
        provider(.text(texts, headers: ["Content-Type": "application/json-seq"]))
    }

    /// A gate keeps the response open after its last text.
    @Test(.timeLimit(.minutes(20)), arguments: ["7\n", "[\n7\n]\n", "\n[7]\n", "\"7\"\n", "null\r\n", "[7]\n\u{1E}"])
    func lastTextIsDeliveredWhileTheStreamIsOpen(text: String) async throws {
        let gate = SampleGate()
        let sample = SampleResponse.text("\u{1E}\(text)", headers: ["Content-Type": "application/json-seq"])
        let sizes = Call<OpenTarget, Int>(OpenTarget()) { $0.data.count }
        let stream = try await provider(sample.stayingOpen(until: gate)).values(sizes)
        var values: [Int] = []

        for try await value in stream {
            values.append(value)
            gate.release()
        }

        #expect(values.count == 1)
    }

    @Test(arguments: [
        ("\u{1E}7", []), ("\u{1E}true\u{1E}7\n", []), ("\u{1E}7\n\u{1E}12", [7]), ("\u{1E}7 \u{1E}1", [7]),
    ])
    func numberWithoutAnEndIsNoValue(texts: String, values: [Int]) async throws {
        var found: [Int] = []
        let error = await #expect(throws: TernError.self) {
            for try await value in try await sequence(texts).values(Call<OpenTarget, Int>(OpenTarget())) {
                found.append(value)
            }
        }

        #expect(found == values)
        #expect(error?.code == .decodingFailed)
        #expect(error?.reason.hasPrefix("Text \(values.count + 1) may be cut off: no white space follows it") == true)
        #expect(error?.advice.contains("RFC 7464") == true)
        #expect(error?.response?.data.isEmpty == false)
        #expect(error?.target is OpenTarget)
    }

    @Test func arrayWithoutALineEndingIsAValue() async throws {
        let call = Call<OpenTarget, [Int]>(OpenTarget())
        #expect(
            try await collected(try await sequence("\u{1E}[7]\u{1E}[8] \u{1E}\n[9]").values(call)) == [[7], [8], [9]]
        )
        let numbers = Call<OpenTarget, Int>(OpenTarget())
        #expect(try await collected(try await sequence("\u{1E}7\n\u{1E}END").values(numbers).ending(at: "END")) == [7])
    }

    @Test(arguments: ["{\"symbol\":", "{\"symbol\":\"TRN\"", "{\n\"symbol\n", "[{}"])
    func textThatIsCutOffIsAnErrorWithItsNumber(text: String) async throws {
        let texts = "\u{1E}\(try data(prices[0]))\n\u{1E}\(text)\u{1E}\(try data(prices[1]))\n"
        var values: [Price] = []
        let error = await #expect(throws: TernError.self) {
            for try await value in try await sequence(texts).values(call) { values.append(value) }
        }

        #expect(values == [prices[0]])
        #expect(error?.code == .decodingFailed)
        #expect(error?.reason.hasPrefix("Text 2") == true)
        #expect(error?.advice.contains("over several lines") == false)
        #expect(error?.response?.data.first == text.utf8.first)
    }

    @Test func textAboveTheLimitIsNamed() async throws {
        let stream = try await sequence("\u{1E}1234\n\u{1E}12345\n").stream(OpenTarget())
        let error = await #expect(throws: TernError.self) {
            for try await _ in stream.jsonLines(as: Int.self, limit: 4) {}
        }
        #expect(error?.reason == "Text 2 is longer than the limit of 4 bytes.")
    }

    // MARK: - Parts of a value

    @Test func keyPathAndClosureOfACallApply() async throws {
        let sample = SampleResponse.text(#"{"a":{"b":1}}"# + "\n" + #"{"a":{"b":2}}"#)
        let numbers = Call<OpenTarget, Int>(OpenTarget(), at: "a.b")
        let sizes = Call<OpenTarget, Int>(OpenTarget()) { $0.data.count }
        #expect(try await collected(try await provider(sample).values(numbers)) == [1, 2])
        #expect(try await collected(try await provider(sample).values(sizes)) == [13, 13])
    }

    @Test func errorNamesTheEvent() async throws {
        let sample = SampleResponse.events([ServerSentEvent(data: try data(prices[0])), ServerSentEvent(data: "{}")])
        let stream = try await provider(sample).values(call)
        let error = await #expect(throws: TernError.self) { try await collected(stream) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.reason.hasPrefix("Event 2: Decoding Price: no value for key \"symbol\".") == true)
        #expect(error?.response?.data == Data("{}".utf8))
    }

    @Test(arguments: ["{\n  \"symbol\": \"TRN\"\n}", "[{\"symbol\":\"TRN\",\n\"cents\":7}]"])
    func valueOverSeveralLinesIsReadByAnotherMethod(body: String) async throws {
        let error = await #expect(throws: TernError.self) {
            try await collected(try await provider(.text(body)).values(call))
        }
        #expect(error?.reason.hasPrefix("Line 1: Decoding Price: the body is not valid JSON.") == true)
        let advice = "If the body is one JSON value over several lines, read it with value(_:) of the provider."
        #expect(error?.advice == advice)
        let other = await #expect(throws: TernError.self) {
            try await collected(try await provider(.text("{}")).values(call))
        }
        #expect(other?.advice != advice)
    }

    @Test func valuesContinueOnTheNextConnection() async throws {
        let provider = Provider<OpenTarget>.stub(clock: ManualClock(), journal: nil) { [prices, data] _ in
            .inOrder(
                .events([ServerSentEvent(data: (try? data(prices[0])) ?? "")]),
                .events([ServerSentEvent(data: (try? data(prices[1])) ?? "")]),
                .status(204)
            )
        }
        #expect(try await collected(provider.values(call, reconnecting: Reconnection(delay: .zero))) == prices)
    }

    @Test func closureOfACallAppliesToEventsOfSeveralConnections() async throws {
        let sizes = Call<OpenTarget, Int>(OpenTarget()) { $0.data.count }
        let sample = SampleResponse.events(["ab", "abc"].map { ServerSentEvent(data: $0) })
        #expect(try await collected(provider(sample).values(sizes, reconnecting: .never)) == [2, 3])
        await #expect(throws: TernError.self) {
            _ = try await collected(provider(sample).values(sizes, reconnecting: .never, limit: 2))
        }
    }
}
