import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Calls whose response is a stream of values.
@Suite(.timeLimit(.minutes(5)))
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

    @Test func valuesContinueOnTheNextConnection() async throws {
        let provider = Provider<OpenTarget>.stub(clock: ManualClock(), journal: nil) { [prices, data] _ in
            .inOrder(
                .events([ServerSentEvent(data: (try? data(prices[0])) ?? "", retry: .zero)]),
                .events([ServerSentEvent(data: (try? data(prices[1])) ?? "", retry: .zero)]),
                .status(204)
            )
        }
        #expect(try await collected(provider.values(call, reconnecting: Reconnection())) == prices)
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
