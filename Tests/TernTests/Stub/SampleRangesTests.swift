import Foundation
import TernTesting
import TernURLSession
import TestDoubles
import Testing

@testable import Tern

/// Parts of a sample at each height: stubbed, in a stubbed session, and from a server.
@Suite(.timeLimit(.minutes(20)))
struct SampleRangesTests {
    private static let sample = SampleResponse.chunked(
        [Data("0123".utf8), Data("456789".utf8)],
        headers: ["ETag": "\"1\""]
    )
    .servingRanges()

    @Test(
        arguments: [
            ("bytes=2-5", nil, 206, "2345", "bytes 2-5/10"), ("bytes=4-", nil, 206, "456789", "bytes 4-9/10"),
            ("bytes=-3", nil, 206, "789", "bytes 7-9/10"), ("bytes=0-99", nil, 206, "0123456789", "bytes 0-9/10"),
            ("bytes=-99", nil, 206, "0123456789", "bytes 0-9/10"), ("Bytes=9-9", nil, 206, "9", "bytes 9-9/10"),
            ("bytes=10-", nil, 416, "", "bytes */10"), ("bytes=-0", nil, 416, "", "bytes */10"),
            ("bytes=5-2", nil, 200, "0123456789", nil), ("bytes=0-1,3-4", nil, 200, "0123456789", nil),
            ("items=0-1", nil, 200, "0123456789", nil), ("bytes=-", nil, 200, "0123456789", nil),
            ("bytes=2-5", "\"1\"", 206, "2345", "bytes 2-5/10"), ("bytes=2-5", "\"2\"", 200, "0123456789", nil),
            ("bytes=2-5", "W/\"1\"", 200, "0123456789", nil),
        ] as [(String, String?, Int, String, String?)]
    )
    func rangeIsServed(range: String, condition: String?, status: Int, body: String, contentRange: String?) async throws
    {
        var fields: HTTPHeaders = ["Range": range]
        fields["If-Range"] = condition
        let server = try LoopbackServer(routes: ["GET /a": Self.sample])
        var stubbed = OpenTarget(headers: fields)
        stubbed.validation = .none
        let live = LiveTarget(server.url, "/a", headers: fields, validation: .none)
        let session = StubSession(journal: nil) { _ in Self.sample }

        for response in [
            try await Provider<OpenTarget>(returning: Self.sample).request(stubbed),
            try await Provider<LiveTarget>(transport: URLSessionTransport(configuration: session.configuration))
                .request(live),
            try await Self.response(of: session.session, to: live),
            try await Provider<LiveTarget>().request(live),
        ] {
            #expect(response.statusCode == status)
            #expect(String(decoding: response.data, as: UTF8.self) == body)
            #expect(response.headers["Content-Range"] == contentRange)
            #expect(response.headers["Accept-Ranges"] == "bytes")
        }
    }

    /// The response that code with a plain `URLSession` receives.
    private static func response(of session: URLSession, to target: LiveTarget) async throws -> Response {
        let (data, head) = try await session.data(for: try URLRequest(Endpoint(target).request()))
        let http = try #require(head as? HTTPURLResponse)
        var fields: HTTPHeaders = [:]
        for name in ["Content-Range", "Accept-Ranges"] { fields[name] = http.value(forHTTPHeaderField: name) }
        return Response(statusCode: http.statusCode, data: data, headers: fields)
    }

    @Test(
        arguments: [("bytes=2-5", 206, "4", "2345"), ("bytes=10-", 416, "0", ""), (nil, 200, "10", "0123456789")]
            as [(String?, Int, String, String)]
    )
    func announcedLengthIsThatOfThePart(range: String?, status: Int, length: String, body: String) async throws {
        let sample = SampleResponse.text("0123456789", headers: ["Content-Length": "10"]).servingRanges()
        var fields: HTTPHeaders = [:]
        fields["Range"] = range
        let server = try LoopbackServer { _ in sample }
        let live = LiveTarget(server.url, "/a", headers: fields, validation: .none)
        let session = StubSession(journal: nil) { _ in sample }

        for provider in [
            Provider<LiveTarget>(returning: sample),
            Provider<LiveTarget>(transport: try URLSessionTransport(configuration: session.configuration)),
            Provider<LiveTarget>(),
        ] {
            let response = try await provider.request(live)
            #expect(response.statusCode == status)
            #expect(response.headers["Content-Length"] == length)
            #expect(response.data == Data(body.utf8))
        }
    }

    @Test func partKeepsThePaceOfTheSample() async throws {
        let clock = ManualClock()
        let sample = SampleResponse.chunked([Data("0123".utf8), Data("456789".utf8)], every: .seconds(1))
            .servingRanges()
        let provider = Provider<OpenTarget>.stub(clock: clock, journal: nil) { _ in sample }
        let call = Task { try await provider.request(OpenTarget(headers: ["Range": "bytes=2-5"])) }

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(1))

        #expect(try await call.value.data == Data("2345".utf8))
    }
}
