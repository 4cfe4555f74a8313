import Foundation
import Tern
import TernTesting
import Testing

/// An ambiguous request receives a response, is recorded, and ends the connection.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackMalformedTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let status: Int
        let testDescription: String
        let bytes: String
        var head: String?
    }

    /// The statuses are those of RFC 9110 and 9112: 400 (9112, 2.2, 3.2, 5.1, 5.2, 6.1, 6.3), 414 (9112, 3), 431 (RFC
    /// 6585, 5), 413 (9110, 15.5.14), 501 (9112, 6.1), 505 (9110, 15.6.6).
    static let examples: [Example] = [
        post(400, "length and coding", "Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        post(400, "coding and length", "Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"),
        post(400, "different lengths", "Content-Length: 5\r\nContent-Length: 6", "hello!"),
        post(400, "different lengths in one field", "Content-Length: 5, 6", "hello!"),
        post(400, "negative length", "Content-Length: -5", "hello"),
        post(400, "length above 2^63", "Content-Length: 9223372036854775808", ""),
        post(413, "length above the limit", "Content-Length: 1001", ""),
        post(400, "coding that is not chunked", "Transfer-Encoding: identity", ""),
        post(400, "coding with a prefix", "Transfer-Encoding: xchunked", "0\r\n\r\n"),
        post(400, "coding behind a vertical tab", "Transfer-Encoding: \u{B}chunked", "0\r\n\r\n"),
        post(501, "coding before chunked", "Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
        post(400, "blank before the colon of a coding", "Transfer-Encoding : chunked", "0\r\n\r\n"),
        post(400, "folded coding", "Transfer-Encoding:\r\n chunked", "0\r\n\r\n"),
        chunked(400, "negative chunk size", "-5\r\nhello\r\n0\r\n\r\n"),
        chunked(400, "chunk size above 2^64", "fffffffffffffffff\r\nhello\r\n"),
        chunked(413, "chunk size of 2^63 - 1", "7fffffffffffffff\r\nhello\r\n"),
        chunked(400, "junk after a chunk size", "5 x\r\nhello\r\n0\r\n\r\n"),
        chunked(400, "chunk size in C", "0x5\r\nhello\r\n0\r\n\r\n"),
        chunked(400, "no chunk size", "\r\nhello\r\n0\r\n\r\n"),
        chunked(400, "chunk longer than its size", "3\r\nhello\r\n0\r\n\r\n"),
        chunked(400, "bare LF after a chunk size", "5\nhello\r\n0\r\n\r\n"),
        chunked(400, "bare CR in a chunk extension", "5;a\rb\r\nhello\r\n0\r\n\r\n"),
        Example(status: 400, testDescription: "bare LF", bytes: "GET / HTTP/1.1\nHost: x\n\n"),
        Example(status: 400, testDescription: "bare CR", bytes: "GET / HTTP/1.1\rHost: x\r\r\n\r\n"),
        get(400, "NUL in a value", "X: a\0b"), get(400, "NUL in a name", "X\0: ab"),
        get(400, "folded field", "X: a\r\n b"),
        get(400, "blank before a colon", "X : a"), get(400, "no colon", "X"), get(400, "no name", ": a"),
        get(400, "two Hosts", "Host: y"), get(431, "huge field", "X: " + String(repeating: "x", count: 70_000)),
        Example(status: 400, testDescription: "no Host", bytes: "GET / HTTP/1.1\r\n\r\n", head: "GET /"),
        Example(
            status: 400,
            testDescription: "Host of two",
            bytes: "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n",
            head: "GET /"
        ),
        Example(status: 400, testDescription: "NUL in the target", bytes: "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Example(status: 400, testDescription: "HTTP/0.9", bytes: "GET /\r\n\r\n"),
        Example(status: 400, testDescription: "TLS", bytes: "\u{16}\u{3}\u{1}\0\u{1}\r\n\r\n"),
        Example(status: 505, testDescription: "HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Example(status: 414, testDescription: "huge target", bytes: "GET /" + String(repeating: "x", count: 70_000)),
    ]

    @Test(arguments: examples)
    func malformedRequestReceivesAResponseAndIsRecorded(_ example: Example) async throws {
        let journal = Journal()
        let line = #line + 1
        let server = try LoopbackServer(options: .init(maximumBodyBytes: 1_000), journal: journal) { _ in .status(200) }
        let client = try RawClient(port: server.port)

        // The smuggled bytes must not be read as a request.
        try await client.send(example.bytes + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")

        let response = try await client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 \(example.status) "))
        #expect(response.contains("Connection: close\r\n"))
        #expect(!response.contains("\nHTTP/1.1 2"))
        #expect(server.requestCount == 0)
        let malformed = try #require(server.malformedRequests.first)
        #expect(server.malformedRequests.count == 1)
        #expect(malformed.status == example.status)
        #expect(malformed.connection == 1)
        #expect(malformed.head?.description == example.head)
        #expect(response.hasSuffix("\r\n\r\n\(malformed.reason)\n"))
        let finding = try #require(journal.findings().first)
        #expect(finding.kind == .unmatchedRequest)
        #expect(finding.message == malformed.description)
        #expect(finding.source.line == line)
    }

    @Test func requestBeforeAMalformedOneReceivesAResponse() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost : x\r\n\r\n")
        let response = try await client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 200 "))
        #expect(response.contains("okHTTP/1.1 400 "))
        #expect(server.requestCount == 1)
        #expect(server.malformedRequests.map(\.status) == [400])
    }

    @Test func announcedGibibyteIsRejectedBeforeItIsRead() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let client = try RawClient(port: server.port)
        let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(1 << 30)\r\n\r\n"
        try await client.send(head)
        let response = "HTTP/1.1 413 Content Too Large\r\n"
        #expect(try await client.receive(response.utf8.count) == response)
        #expect(server.receivedBytes == head.utf8.count)
        #expect(server.malformedRequests.first?.head?.body.isEmpty == true)
    }

    /// Bytes after the response don't count as received. They are read into one buffer of 64 KiB and discarded.
    @Test func sentGibibyteIsRejectedWithoutBeingKept() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(1 << 30)\r\n\r\n")
        let piece = String(repeating: "x", count: 1 << 20)
        await #expect(throws: RawClient.Failure.self) {
            // The server closes the connection of a client that doesn't stop.
            for _ in 0..<1_024 { try await client.send(piece) }
        }
        try await server.waitForOpenConnections(atMost: 0)
        #expect(server.malformedRequests.map(\.status) == [413])
        #expect(server.receivedBytes < 1 << 20)
    }

    @Test func chunksAboveTheLimitAreRejectedAndDiscarded() async throws {
        let server = try LoopbackServer(options: .init(maximumBodyBytes: 1 << 20)) { _ in .status(200) }
        let client = try RawClient(port: server.port)
        let chunk = "80000\r\n" + String(repeating: "x", count: 0x80000) + "\r\n"
        try await client.send(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "1\r\n"
        )
        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 413 "))
        #expect(server.malformedRequests.first?.head?.description == "POST /")
        #expect(server.malformedRequests.first?.head?.body.isEmpty == true)
    }

    // MARK: - Private

    private static func get(_ status: Int, _ name: String, _ field: String) -> Example {
        Example(
            status: status,
            testDescription: name,
            bytes: "GET / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n",
            head: "GET /"
        )
    }

    private static func post(_ status: Int, _ name: String, _ fields: String, _ body: String) -> Example {
        let bytes = "POST /a HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)"
        return Example(status: status, testDescription: name, bytes: bytes, head: "POST /a")
    }

    private static func chunked(_ status: Int, _ name: String, _ body: String) -> Example {
        post(status, name, "Transfer-Encoding: chunked", body)
    }
}
