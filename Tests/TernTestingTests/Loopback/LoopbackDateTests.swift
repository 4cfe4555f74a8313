import Foundation
import Tern
import Testing

@testable import TernTesting

/// The `Date` field of responses (RFC 9110, section 6.6.1).
@Suite(.timeLimit(.minutes(20)))
struct LoopbackDateTests {
    private static let date = Date(timeIntervalSince1970: 784_111_777)

    private static func text(_ seconds: Int) -> String {
        "\(HTTPDate(Date(timeIntervalSince1970: TimeInterval(seconds))))"
    }

    private func message(_ method: String = "GET", of response: SampleResponse) async throws -> String {
        let server = try LoopbackServer(options: .init(currentDate: { Self.date })) { _ in response }
        let client = try RawClient(port: server.port)
        try await client.send("\(method) / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return try await client.receiveToEnd()
    }

    @Test(arguments: ["GET", "HEAD"])
    func eachResponseHasTheDate(_ method: String) async throws {
        let expected = """
            HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\
            Content-Length: 2\r\nConnection: close\r\n\r\n
            """
        #expect(try await message(method, of: .text("ok")) == expected + (method == "GET" ? "ok" : ""))
    }

    @Test func dateOfAResponseOverridesThatOfTheServer() async throws {
        let response = try await message(of: .status(204, headers: ["date": "Thu, 01 Jan 1970 00:00:00 GMT"]))
        #expect(response.contains("\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"))
        #expect(!response.contains("Date: "))
    }

    @Test func verbatimBytesAndInformationalResponsesHaveNoDate() async throws {
        #expect(try await message(of: .verbatim(Data("bytes".utf8))) == "bytes")
        let response = try await message(of: .status(204).preceded(by: 103))
        #expect(response.hasPrefix("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\nDate: "))
    }

    @Test func rejectionHasTheDate() async throws {
        let server = try LoopbackServer(options: .init(currentDate: { Self.date })) { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("GET /\r\n\r\n")
        #expect(try await client.receiveToEnd().contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
    }

    @Test func serverUsesTheRealTimeByDefault() async throws {
        let before = Date().timeIntervalSince1970.rounded(.down)
        let server = try LoopbackServer { _ in .status(204) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let response = try await client.receiveToEnd()
        let times = Int(before)...Int(Date().timeIntervalSince1970)
        #expect(times.contains { response.contains("\r\nDate: \(Self.text($0))\r\n") })
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"), (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
        (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func dateIsAnIMFFixdate(_ seconds: Int, _ text: String) {
        #expect(Self.text(seconds) == text)
    }

    @Test func textChangesWithTheSecond() {
        let time = Locked(Self.date)
        var field = DateField { time.withLock(\.self) }
        let first = field.value()
        time.withLock { $0 += 0.9 }
        #expect(field.value() == first)
        time.withLock { $0 += 0.2 }
        #expect(field.value() == "Sun, 06 Nov 1994 08:49:38 GMT")
        time.withLock { $0 = Date(timeIntervalSince1970: .infinity) }
        #expect(field.value() == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}

extension LoopbackServer.Options {
    /// Without `Date` fields, for tests of exact bytes.
    static let undated = LoopbackServer.Options(currentDate: nil)
}
