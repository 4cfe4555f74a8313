import Foundation
import Tern
import TestDoubles
import Testing

/// The cases that a server may add.
@Suite(.timeLimit(.minutes(20)))
struct OpenEnumTests {
    enum Status: String, Sendable { case open, paid }
    enum Level: Int, Sendable {
        case low = 1
        case high
    }

    struct Order: Codable, Hashable, Sendable {
        var status: OpenEnum<Status>
        var level: OpenEnum<Level>?
    }

    private func text(_ status: OpenEnum<Status>) -> String {
        switch status {
        case .known(.open): "Pay now"
        case .known(.paid): "Thank you"
        case .unknown(let text): text
        }
    }

    @Test(
        arguments: [
            (#"{"level":2,"status":"paid"}"#, Order(status: .known(.paid), level: .known(.high)), "Thank you"),
            (#"{"level":9,"status":"refunded"}"#, Order(status: .unknown("refunded"), level: .unknown(9)), "refunded"),
            (#"{"status":"open"}"#, Order(status: .known(.open)), "Pay now"),
            (#"{"status":""}"#, Order(status: .unknown("")), ""),
        ]
    )
    func unknownCaseIsKeptAndSentBack(json: String, order: Order, text: String) async throws {
        let echo = RecordingTransport { Response(statusCode: 200, data: $0.body?.data ?? Data()) }
        let provider = Provider<OpenTarget>(transport: echo)

        let read = try await provider.request(OpenTarget(method: .post, task: .json(text: json)), as: Order.self)

        #expect(read == order)
        #expect(self.text(read.status) == text)
        #expect(try await provider.request(OpenTarget(method: .post, task: .json(read))).string() == json)
        let stub = Provider<OpenTarget>(returning: .json(order))
        #expect(try await stub.request(OpenTarget(), as: Order.self) == order)
    }

    @Test func rawValueIsTheTextInPathsAndQueries() throws {
        let statuses: [OpenEnum<Status>] = [.known(.open), .unknown("a/b")]

        #expect(try QueryEncoder().encode(["status": statuses]) == "status=open&status=a%2Fb")
        #expect(HTTPRoute.Path("/orders/\(statuses[1])") == "/orders/a%2Fb")
    }

    @Test func valuesAreEqualIfTheirRawValuesAre() {
        #expect(OpenEnum<Status>.unknown("paid") == .known(.paid))
        #expect(Set<OpenEnum<Status>>([.unknown("paid"), .known(.paid), .unknown("x")]).count == 2)
        #expect(OpenEnum<Level>(rawValue: 1) == .known(.low))
    }

    @Test(arguments: [#"{"status":7}"#, #"{"status":null}"#, "{}", #"{"status":"open","level":"high"}"#])
    func valueOfAnotherTypeIsAnError(json: String) async throws {
        let provider = Provider<OpenTarget>(returning: .json(text: json))
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(), as: Order.self)
        }
        #expect(error.code == .decodingFailed)
    }
}
