import Foundation
import TernTesting
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct URLSessionMetricsTests {
    @Test(arguments: [TransportRequest.Delivery.collected, .streamed])
    func timesAndBytesOfTheExchangeAreMeasured(delivery: TransportRequest.Delivery) async throws {
        let server = try LoopbackServer { .data($0.body) }
        var request = TransportRequest(urlRequest: URLRequest(url: server.url))
        request.urlRequest.httpMethod = "POST"
        request.urlRequest.httpBody = Data(count: 1_000)
        request.delivery = delivery
        let clock = ContinuousClock()
        let start = clock.now

        let response = try await URLSessionTransport().send(request)

        let metrics = try #require(response.metrics)
        let firstByte = try #require(metrics.firstByte)
        #expect(firstByte > .zero && firstByte <= metrics.total)
        #expect(metrics.total <= start.duration(to: clock.now))
        #expect(metrics.sentBodyBytes == 1_000)
        if delivery == .collected { #expect(metrics.receivedBodyBytes == 1_000) }
    }
}
