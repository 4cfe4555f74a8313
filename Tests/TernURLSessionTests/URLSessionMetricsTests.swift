import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionMetricsTests {
    private static let folder = TemporaryFolder()

    @Test(arguments: [
        Request.Delivery.collected(), .streamed, .download(.file(folder.url.appending(path: "a"), resumes: false)),
    ])
    func timesAndBytesOfTheExchangeAreMeasured(delivery: Request.Delivery) async throws {
        let server = try LoopbackServer { .data($0.body) }
        var request = Request(url: server.url)
        request.method = "POST"
        request.body = .data(Data(count: 1_000))
        request.delivery = delivery
        let clock = ContinuousClock()
        let start = clock.now

        let response = try await URLSessionTransport().response(to: request)

        let metrics = try #require(response.metrics)
        let firstByte = try #require(metrics.firstByte)
        #expect(firstByte > .zero && firstByte <= metrics.total)
        #expect(metrics.total <= start.duration(to: clock.now))
        #expect(metrics.sentBodyBytes == 1_000)
        if delivery != .streamed { #expect(metrics.receivedBodyBytes == 1_000) }
    }
}
