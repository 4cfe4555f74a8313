import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionDeadlineTests {
    private func request(_ server: LoopbackServer, deadline: Duration? = nil) -> Request {
        var request = Request(url: server.url.appendingPathComponent("a"))
        request.timeout = deadline
        return request
    }

    private func expectDeadline(_ limit: String, of error: TernError?) {
        #expect(error?.code == .timedOut)
        #expect(error?.reason.contains("not complete after \(limit) seconds") == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        SampleResponse.verbatim(Data()).stalling(),
        SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling(),
    ])
    func deadlineOfTheRequestEndsTheExchange(response: SampleResponse) async throws {
        let server = try LoopbackServer { _ in response }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, deadline: .milliseconds(40)))
        }
        expectDeadline("0.04", of: error)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func expiredDeadlineSendsNothing() async throws {
        let server = try LoopbackServer { _ in .text("fine") }
        let error = await #expect(throws: TernError.self) {
            try await URLSessionTransport().response(to: request(server, deadline: .zero))
        }
        expectDeadline("0.0", of: error)
        #expect(server.requestCount == 0)
    }
}
