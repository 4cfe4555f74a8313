import Foundation
import Tern
import TernTesting
import Testing

/// `stalling()` keeps back the end of the response that it is on.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackStallTests {
    private struct API: TargetType {
        let baseURL: URL
        let path = "/me"
    }

    private static let request = "GET /me HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func stallingResponseOfASequenceTimesOutAndTheNextOneArrives() async throws {
        let server = try LoopbackServer(
            routes: ["GET /me": .inOrder(.text("first"), .text("second").stalling(), .text("third"))]
        )
        let target = API(baseURL: server.url)
        let clock = ManualClock()
        let provider = Provider<API>(clock: clock)

        let first = try await provider.request(target)
        let second = Task { try await provider.request(target, options: CallOptions(timeout: .seconds(5))) }
        try await server.waitForRequests(atLeast: 2)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: TernError.self) { try await second.value }
        let third = try await provider.request(target)

        #expect(String(decoding: first.data, as: UTF8.self) == "first")
        #expect(error?.code == .timedOut)
        #expect(String(decoding: third.data, as: UTF8.self) == "third")
    }

    @Test(arguments: [
        (
            SampleResponse.text("hello"),
            "200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 6\r\n\r\nhello"
        ),
        (.status(200), "200 OK\r\nContent-Length: 1\r\n\r\n"),
        (.status(204), "204 No Content\r\n"),
        (SampleResponse(body: Data("ab".utf8)).chunked(), "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"),
        (
            .status(200).writing { try await $0.send("ab") },
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"
        ),
        (
            SampleResponse(headers: ["Content-Length": "9"], body: Data("ab".utf8)),
            "200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nab"
        ),
    ])
    func everythingButTheEndIsSent(_ response: SampleResponse, _ expected: String) async throws {
        let server = try LoopbackServer(options: .undated) { _ in response.stalling() }
        let client = try RawClient(port: server.port)
        // The second request receives no response, because the first one is unfinished.
        try await client.send(Self.request + Self.request)
        try await server.waitForSentBytes(atLeast: "HTTP/1.1 \(expected)".utf8.count)
        client.finishSending()
        #expect(try await client.receiveToEnd() == "HTTP/1.1 \(expected)")
        #expect(server.requestCount == 1)
    }

    @Test func stallingResponseToHeadLacksTheEndOfItsHead() async throws {
        let server = try LoopbackServer(options: .undated) { _ in SampleResponse(body: Data("ab".utf8)).stalling() }
        let client = try RawClient(port: server.port)
        let expected = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"
        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.receive(expected.utf8.count) == expected)
        client.finishSending()
        #expect(try await client.receiveToEnd().isEmpty)
    }
}
