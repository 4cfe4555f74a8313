import Foundation
import Tern
import Testing

@testable import TernTesting

/// The limits of the record, and the log.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackRecordTests {
    /// Sends bodies of these sizes to `/0`, `/1` and so on, one at a time.
    private func send(_ sizes: [Int], to server: LoopbackServer) async throws {
        let client = try RawClient(port: server.port)
        for (number, size) in sizes.enumerated() {
            let head = "POST /\(number)?key=s3cret HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n"
            try await client.send(head + String(repeating: "x", count: size))
            try await client.receive(until: "\r\n\r\n")
        }
    }

    @Test func newestRequestsAreKept() async throws {
        let server = try LoopbackServer(options: .init(recordedRequests: 3)) { _ in .status(204) }
        try await send(Array(repeating: 0, count: 200), to: server)
        #expect(server.requests.map(\.path) == ["/197", "/198", "/199"])
        #expect(server.droppedRequests == 197)
        #expect(server.requestCount == 200)
        #expect(try await server.waitForRequests(atLeast: 200).count == 3)
    }

    @Test(arguments: [
        ([40, 40, 20], ["/0", "/1", "/2"]), ([40, 40, 21], ["/1", "/2"]), ([1, 1, 101], ["/2"]),
        ([101, 0, 1], ["/1", "/2"]),
    ])
    func bodiesAreLimitedTogether(_ sizes: [Int], _ paths: [String]) async throws {
        let server = try LoopbackServer(options: .init(recordedBodyBytes: 100)) { _ in .status(204) }
        try await send(sizes, to: server)
        #expect(server.requests.map(\.path) == paths)
        #expect(server.droppedRequests == sizes.count - paths.count)
    }

    @Test func malformedRequestsAreLimited() async throws {
        let server = try LoopbackServer(options: .init(recordedRequests: 2)) { _ in .status(204) }
        for _ in 0..<3 {
            let client = try RawClient(port: server.port)
            try await client.send("?\r\n")
            _ = try await client.receiveToEnd()
        }
        #expect(server.malformedRequests.map(\.connection) == [2, 3])
    }

    @Test func recordOfManyElementsKeepsTheNewest() {
        var record = BoundedRecord<Int>(maximumCount: 100)
        for number in 0..<100_000 { record.append(number) }
        #expect(record.elements == Array(99_900..<100_000))
        #expect(record.droppedCount == 99_900)
    }

    @Test func logReceivesEachResponseWithItsDuration() async throws {
        let lines = Locked<[String]>([])
        let options = LoopbackServer.Options(onResponse: { request, status, duration in
            lines.withLock { $0.append("\(request.method) \(request.path) \(status) \(duration > .zero)") }
        })
        let server = try LoopbackServer(routes: ["POST /0": .status(201)], options: options, journal: nil)
        try await send([0, 0], to: server)
        #expect(lines.withLock(\.self) == ["POST /0 201 true", "POST /1 501 true"])
        #expect(server.routes == ["POST /0"])
    }

    /// A parser may keep a head for the next request, but nothing else of a request.
    @Test func repeatedHeadsAreSeparateRequests() async throws {
        let server = try LoopbackServer { .text($0.text) }
        let client = try RawClient(port: server.port)
        let get = "GET /a HTTP/1.1\r\nHost: x\r\nX-Y: z\r\n\r\n"
        let post = "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"
        for bytes in [get, get, post, get + get, String(get.dropLast(9)), String(get.suffix(9)), post] {
            try await client.send(bytes)
        }
        let requests = try await server.waitForRequests(atLeast: 7)
        #expect(requests.map(\.path) == ["/a", "/a", "/b", "/a", "/a", "/a", "/b"])
        #expect(requests.map(\.text) == ["", "", "hi", "", "", "", "hi"])
        #expect(requests.filter { $0.path == "/a" }.allSatisfy { $0.headers["X-Y"] == "z" })
    }
}
