import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubSessionRoutesTests {
    private func text(_ url: String, of stub: StubSession, method: String = "GET") async throws -> String {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        return String(decoding: try await stub.session.data(for: request).0, as: UTF8.self)
    }

    @Test func ruleIsFoundByMethodAndURL() async throws {
        let stub = StubSession(
            routes: [
                "GET https://api.example.com/users": .text("any page"),
                "GET https://api.example.com/users?page=2&size=5": .text("page 2"),
                "POST https://api.example.com/users": .text("made"),
                "GET /users": .text("any host"),
            ]
        )

        #expect(try await text("https://api.example.com/users", of: stub) == "any page")
        #expect(try await text("https://API.example.com:443/users?page=3", of: stub) == "any page")
        #expect(try await text("https://api.example.com/users?size=5&page=2", of: stub) == "page 2")
        #expect(try await text("https://api.example.com/users", of: stub, method: "POST") == "made")
        #expect(try await text("http://localhost:8080/users", of: stub) == "any host")
    }

    @Test func requestWithoutARuleFailsAndNamesTheNearest() async throws {
        let journal = Journal()
        let line = #line + 1
        let stub = StubSession(
            routes: [
                "GET https://api.example.com/teams": .status(200),
                "GET https://cdn.example.com/logo": .status(200),
                "POST https://api.example.com/users": .status(200),
                "GET https://api.example.com/users?token=secret": .status(200),
            ],
            journal: journal
        )

        let error = try await #require(throws: TestKitError.self) {
            try await text("https://api.example.com/users?page=2", of: stub)
        }

        #expect(error.code == .unmatchedRequest)
        #expect(
            error.message == """
                The StubSession has no route for `GET https://api.example.com/users?page=2`. The nearest of its routes is \
                `POST https://api.example.com/users` (StubSessionRoutesTests.swift:\(line)): method: POST expected, GET sent. \
                Add a route for it at StubSessionRoutesTests.swift:\(line), or .otherwise for all other requests.
                """
        )
        let finding = try #require(journal.findings().first { $0.kind == .unmatchedRequest })
        #expect(finding.message == error.message)
        #expect(finding.source.line == line)
        #expect(journal.events.map(\.description).suffix(2) == ["failed transportFailed", "ended transportFailed"])
    }

    @Test func unusedRuleIsAFinding() async throws {
        let journal = Journal()
        let stub = StubSession(routes: ["GET /a": .status(200), "GET /b": .status(200)], journal: journal)

        _ = try await text("https://api.example.com/a", of: stub)

        #expect(journal.findings().map(\.kind) == [.unusedStub])
        #expect(journal.findings().first?.message.contains("`GET /b`") == true)
    }

    @Test func stubWithoutRulesSaysSo() async throws {
        let stub = StubSession(routes: [:])

        let error = try await #require(throws: TestKitError.self) { try await text("https://x.test/", of: stub) }

        let start = "The StubSession has no route for `GET https://x.test/`. It has no routes. Add a route for it at "
        #expect(error.message.hasPrefix(start))
    }
}
