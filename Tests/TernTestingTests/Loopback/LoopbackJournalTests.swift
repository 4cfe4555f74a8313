import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// What a server records into a journal.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackJournalTests {
    private let journal = Journal(name: "a test")

    /// Sends these request lines on one connection, one at a time, and returns the statuses.
    private func statuses(_ lines: String..., at server: LoopbackServer) async throws -> [String] {
        var statuses: [String] = []
        for line in lines {
            let client = try RawClient(port: server.port)
            try await client.send("\(line) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            statuses.append(String(try await client.receiveToEnd().split(separator: " ")[1]))
        }
        return statuses
    }

    @Test func unusedResponsesAndRoutesAreFindings() async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /used": .status(200), "GET /unused": .status(200), "GET /me": .inOrder(.status(401), .status(200)),
                "GET /job": .inOrder(.status(202), thenForever: .status(200)),
            ],
            handlers: ["POST /": { _ in .status(200) }],
            journal: journal
        )
        _ = try await statuses("GET /used", "GET /used", "GET /me", "GET /job", at: server)
        let findings = journal.findings()
        #expect(findings.allSatisfy { $0.kind == .unusedStub })
        #expect(
            Set(findings.map { String($0.message.prefix { $0 != "." }) }) == [
                "The route `GET /unused` was never requested", "The route `POST /` was never requested",
                "The sequence was requested 1 times, expected 2 times",
            ]
        )
    }

    @Test func unroutedRequestNamesTheNearestRoute() async throws {
        let line = #line + 1
        let server = try LoopbackServer(
            routes: [
                "GET /users/3/posts": .status(200), "GET /users/1?page=1": .status(200), "POST /users": .status(200),
                "GET /a/b/c/d": .status(200),
            ],
            journal: journal
        )
        let client = try RawClient(port: server.port)
        try await client.send("GET /users/2?access_token=s3cret HTTP/1.0\r\n\r\n")
        let response = try await client.receiveToEnd()
        let message = """
            The LoopbackServer has no route for `GET /users/2?access_token=<redacted>`. The nearest of its routes is \
            `GET /users/1?page=1` (LoopbackJournalTests.swift:\(line)): path: /users/1 expected, /users/2 sent; query: page=1 \
            expected, none sent; query: none expected, access_token=<redacted> sent. Add a route for it at \
            LoopbackJournalTests.swift:\(line), or .otherwise for all other requests.
            """
        #expect(response.hasPrefix("HTTP/1.1 501 "))
        #expect(response.hasSuffix("\r\n\r\n\(message)\n"))
        #expect(journal.findings(ignoring: [.unusedStub]).map(\.message) == [message])
        #expect(journal.findings(ignoring: [.unusedStub]).map(\.kind) == [.unmatchedRequest])
    }

    @Test func missingQueryIsReported() async throws {
        let server = try LoopbackServer(routes: ["GET /a?x=1": .status(200)], journal: journal)
        _ = try await statuses("GET /a", at: server)
        #expect(journal.findings()[0].message.contains("): query: x=1 expected, none sent. "))
    }

    @Test func itemsOfAQueryMayComeInAnyOrder() async throws {
        let server = try LoopbackServer(
            routes: ["GET /a?x=1&y=2": .status(201), "GET /a?x=1": .status(202), "GET /a": .status(203)],
            journal: journal
        )

        let responses = try await statuses("GET /a?y=2&x=1", "GET /a?x=1&y=2", "GET /a?x=1", "GET /a?z=3", at: server)

        #expect(responses == ["201", "201", "202", "203"])
        #expect(journal.findings().isEmpty)
    }

    @Test func requestsAreRecordedWithTheirResponses() async throws {
        let server = try LoopbackServer(journal: journal) { request in
            if request.path == "/b" { throw Broken() }
            return .status(204)
        }
        #expect(try await statuses("GET /a?token=t0p", "PUT /b", at: server) == ["204", "500"])
        #expect(
            journal.events.map { "\($0.call) \($0)" } == [
                "1 began ", "1 sent GET /a?token=<redacted>", "1 responded 204", "1 ended 204",
                "2 began ", "2 sent PUT /b", "2 responded 500", "2 ended 500",
            ]
        )
        #expect(journal.requests[0].headers["Host"] == "x")
        #expect(journal.findings().map(\.kind) == [.misuse])
    }

    @Test(arguments: [
        (LoopbackFault.close(at: .beforeHead), ["failed connectionLost", "ended connectionLost"]),
        (.reset(at: .afterHead), ["responded 200", "failed connectionLost", "ended connectionLost"]),
        (.stall(at: .afterBodyBytes(1)), ["responded 200", "failed timedOut", "ended timedOut"]),
    ])
    func faultIsRecorded(_ fault: LoopbackFault, _ events: [String]) async throws {
        let server = try LoopbackServer(journal: journal) { _ in .text("hello").failing(fault) }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET")
        client.finishSending()
        _ = try? await client.receiveToEnd()
        #expect(journal.events.map(\.description) == ["began ", "sent GET /"] + events)
        #expect(journal.findings().isEmpty)
    }

    @Test func heldRequestIsInFlightUntilItsClientDisconnects() async throws {
        let server = try LoopbackServer(journal: journal) { _ in
            try? await SampleGate().pass()
            return .status(200)
        }
        do {
            let client = try RawClient(port: server.port)
            try await client.send("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
            try await server.waitForRequests(atLeast: 1)
            #expect(journal.findings().map(\.kind) == [.inFlight])
            #expect(journal.findings()[0].message.hasPrefix("GET /held is still running"))
        }
        try await server.waitForOpenConnections(atMost: 0)
        #expect(journal.findings().isEmpty)
        #expect(journal.events.last?.description == "ended cancelled")
    }

    @Test func earlyResponseIsRecordedWithoutTheRequestBody() async throws {
        let server = try LoopbackServer(
            journal: journal,
            headHandler: { _ in .respond(.status(403)) },
            handler: { _ in .status(200) }
        )
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 403 "))
        #expect(journal.events.map(\.description) == ["began ", "sent POST /", "responded 403", "ended 403"])
    }

    @Test func requestAfterTheEndOfTheTestIsLate() async throws {
        let late = Locked<[Journal.Finding]>([])
        let journal = Journal(name: "earlier()") { finding in late.withLock { $0.append(finding) } }
        let server = try LoopbackServer(journal: journal) { _ in .status(200) }
        journal.close()
        _ = try await statuses("GET /late", at: server)
        let finding = try #require(late.withLock(\.self).first)
        #expect(finding.kind == .lateRequest)
        #expect(finding.message.hasPrefix("GET /late came after the end of the test earlier()"))
    }

    @Test func serverUsesTheJournalOfTheTest() async throws {
        let server = try Journal.$current.withValue(journal) { try LoopbackServer(routes: ["GET /": .status(200)]) }
        _ = try await statuses("GET /", at: server)
        #expect(journal.requests.map(\.description) == ["GET /"])
    }
}
