import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoopbackServerTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private let okResponse = SampleResponse(body: Data("ok".utf8))

    @Test func requestIsRecordedAsItWasSent() async throws {
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)

        try await client.send("PUT /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-Y: z\r\nContent-Length: 5\r\n\r\nhello")

        #expect(try await client.receive(Self.ok.utf8.count) == Self.ok)
        let request = try #require(server.requests.first)
        #expect(request.method == .put)
        #expect(request.url == "http://x/a%20b?c=d")
        #expect(request.requestTarget == "/a%20b?c=d")
        #expect("\(request)" == "PUT /a%20b?c=d")
        #expect(request.path == "/a%20b")
        #expect(request.query == "c=d")
        #expect(request.headers == ["Host": "x", "X-Y": "z", "Content-Length": "5"])
        #expect(request.body == Data("hello".utf8))
        #expect(request.connection == 1)
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
    }

    @Test func connectionIsReusedForTheNextRequest() async throws {
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)
        for _ in 0..<10 {
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await client.receive(Self.ok.utf8.count) == Self.ok)
        }
        #expect(server.acceptedConnections == 1)
        #expect(server.openConnections == 1)
        #expect(server.requestCount == 10)
    }

    @Test func chunkedBodyArrivesCompletely() async throws {
        let server = try LoopbackServer(options: .undated) { .data($0.body, contentType: "a/b") }
        let client = try RawClient(port: server.port)

        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        try await client.send("3\r\nabc\r\n2\r")
        try await client.send("\nde\r\n0\r\nA: b\r\n\r\n")

        #expect(try await client.receiveToEnd().hasSuffix("\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde"))
        #expect(server.requests.first?.trailers == ["A": "b"])
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func continueIsSentBeforeTheBodyArrives() async throws {
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"

        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try await client.receive(interim.utf8.count) == interim)
        #expect(server.requestCount == 0)
        try await client.send("hi")
        #expect(try await client.receive(Self.ok.utf8.count) == Self.ok)
    }

    @Test func headReceivesAResponseWithoutABody() async throws {
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)

        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")

        let head = String(Self.ok.dropLast(2))
        #expect(try await client.receive(head.utf8.count + Self.ok.utf8.count) == head + Self.ok)
    }

    @Test func pipelinedRequestsReceiveResponsesInOrder() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(options: .undated) { request in
            if request.path == "/0" { try? await gate.pass() }
            if request.path == "/2" { await Task.yield() }
            return SampleResponse(body: Data(request.path.utf8))
        }
        let client = try RawClient(port: server.port)

        try await client.send((0..<5).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        try await server.waitForRequests(atLeast: 1)
        #expect(server.requestCount == 1)
        gate.release()

        let expected = (0..<5).map { "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n/\($0)" }.joined()
        #expect(try await client.receive(expected.utf8.count) == expected)
    }

    @Test func pipelinedResponsesLargerThanAllBuffersArriveCompletely() async throws {
        let body = Data(repeating: 0x61, count: 50_000)
        let large = Data(repeating: 0x62, count: 3_000_000)
        let server = try LoopbackServer(options: .undated) { .data($0.path == "/large" ? large : body) }
        let client = try RawClient(port: server.port)
        let slow = try RawClient(port: server.port)

        let targets = Array(repeating: "/", count: 60) + ["/large", "/", "/large"]
        let requests = targets.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n" }.joined(separator: "\r\n")
        try await slow.send(requests + "Connection: close\r\n\r\n")
        #expect(try await slow.receive(1) == "H")

        // The responses of the slow reader wait, while other clients receive theirs.
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await client.receiveToEnd().hasSuffix("aaa"))

        let rest = try await slow.receiveToEnd()
        #expect(rest.utf8.count { $0 == 0x62 } == 2 * large.count)
        #expect(server.requestCount == targets.count + 1)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func http10ClientReceivesAResponseAndTheConnectionIsClosed() async throws {
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)

        try await client.send("GET / HTTP/1.0\r\n\r\n")

        #expect(try await client.receiveToEnd().contains("Connection: close\r\n"))
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\nHost: x\n\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("\u{16}\u{3}\u{1}\0\u{1}\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1000), 413),
        ("GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 70_000), 431),
    ])
    func malformedRequestReceivesAResponseAndItsConnectionIsClosed(_ bytes: String, _ status: Int) async throws {
        let server = try LoopbackServer(options: .init(maximumBodyBytes: 100)) { [okResponse] _ in okResponse }
        do {
            let client = try RawClient(port: server.port)
            try await client.send(bytes)
            let response = try await client.receiveToEnd()
            #expect(response.hasPrefix("HTTP/1.1 \(status) "))
            #expect(response.contains("Connection: close\r\n"))
        }
        #expect(server.requests.isEmpty)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func rejectionOfALargeUploadReachesAClientThatReadsLater() async throws {
        let server = try LoopbackServer(options: .init(maximumBodyBytes: 100)) { [okResponse] _ in okResponse }
        let client = try RawClient(port: server.port)

        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
        try await client.send(String(decoding: Data(count: 20_000_000), as: UTF8.self))

        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    }

    @Test func errorOfAHandlerIsA500WithItsText() async throws {
        let server = try LoopbackServer(options: .undated) { _ in throw Broken() }
        let client = try RawClient(port: server.port)

        try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

        let response = try await client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 500 "))
        #expect(response.contains("GET /a threw: Broken()"))
    }

    @Test func heldHandlerDoesNotStallOthers() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(options: .undated) { [okResponse] request in
            if request.path == "/held" { try? await gate.pass() }
            return okResponse
        }
        let held = try RawClient(port: server.port)
        let free = try RawClient(port: server.port)

        try await held.send("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
        try await server.waitForRequests(atLeast: 1)
        try await free.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await free.receive(Self.ok.utf8.count) == Self.ok)
        gate.release()
        #expect(try await held.receive(Self.ok.utf8.count) == Self.ok)
    }

    @Test func verbatimBytesEndTheConnection() async throws {
        let server = try LoopbackServer(options: .undated) { _ in .verbatim(Data("nonsense".utf8)) }
        let client = try RawClient(port: server.port)

        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")

        #expect(try await client.receiveToEnd() == "nonsense")
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func twoHundredConnectionsAreServedAndClosed() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(options: .undated) { [okResponse] _ in
            try? await gate.pass()
            return okResponse
        }
        do {
            let clients = try (0..<200).map { _ in try RawClient(port: server.port) }
            for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
            try await server.waitForRequests(atLeast: 200)
            #expect(server.openConnections == 200)
            gate.release()
            for client in clients { #expect(try await client.receive(Self.ok.utf8.count) == Self.ok) }
        }
        try await server.waitForOpenConnections(atMost: 0)
        #expect(server.acceptedConnections == 200)
        #expect(Set(server.requests.map(\.connection)) == Set(1...200))
    }
}
