import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoopbackRoutesTests {
    @Test(arguments: [
        ("GET /a", "GET /a"),
        ("GET /a?x=1", "GET /a?x=1"),
        ("GET /a?x=2", "GET /a"),
        ("POST /a", "POST /a with 2 bytes"),
        ("DELETE /a", nil),
        ("GET /a/", nil),
        ("GET http://h/a?x=3", "GET /a"),
    ])
    func requestReceivesTheResponseOfItsRoute(_ line: String, _ expected: String?) async throws {
        let server = try LoopbackServer(
            routes: ["GET /a": .text("GET /a"), "GET /a?x=1": .text("GET /a?x=1")],
            handlers: ["POST /a": { .text("POST /a with \($0.body.count) bytes") }]
        )
        let client = try RawClient(port: server.port)

        try await client.send("\(line) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")

        let response = try await client.receiveToEnd()
        if let expected {
            #expect(response.hasPrefix("HTTP/1.1 200 "))
            #expect(response.hasSuffix("\r\n\r\n\(expected)"))
        } else {
            #expect(response.hasPrefix("HTTP/1.1 501 "))
            #expect(response.contains("has no route for `\(line)`"))
        }
    }

    /// RFC 9110, section 9.3.2: the same fields as for GET, and no content.
    @Test func headUsesTheRouteOfGet() async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /a": .text("hello", headers: ["ETag": "x"]), "GET /b": .text("hello"), "HEAD /b": .status(404),
                "GET /d": .inOrder(.status(401), .text("twice")),
            ],
            handlers: ["GET /c": { .text("\($0.method)") }]
        )
        func head(_ path: String) async throws -> String {
            let client = try RawClient(port: server.port)
            try await client.send("HEAD \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return try await client.receiveToEnd()
        }
        let response = try await head("/a?x=1")
        #expect(response.hasPrefix("HTTP/1.1 200 "))
        #expect(response.contains("\r\nContent-Length: 5\r\n") && response.contains("\r\nETag: x\r\n"))
        #expect(response.hasSuffix("\r\n\r\n"))
        #expect(try await head("/b").hasPrefix("HTTP/1.1 404 "))
        #expect(try await head("/c").contains("Content-Length: 4\r\n"))
        #expect(try await head("/d").hasPrefix("HTTP/1.1 401 "))
        #expect(try await head("/d").contains("Content-Length: 5\r\n"))
        #expect(try await head("/e").hasPrefix("HTTP/1.1 501 "))
        #expect(server.requests.map(\.method) == Array(repeating: HTTPMethod.head, count: 6))
    }
}
