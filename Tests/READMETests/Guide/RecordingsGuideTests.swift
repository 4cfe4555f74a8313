import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// The snippets of the page on recordings.
@Suite(.timeLimit(.minutes(20)))
struct RecordingsGuideTests {
    @Test(.cassette("octocat")) func showsTheUser() async throws {
        let github = Provider<GitHub>().played()
        #expect(try await github.value(.user("octocat")).name == "The Octocat")
    }

    @Test(.cassette("octocat", ignoring: ["Set-Cookie", "teams[].members.*"])) func comparesTheUser() async throws {
        let github = Provider<GitHub>().played()
        #expect(try await github.value(.user("octocat")).name == "The Octocat")
    }

    @Test func sessionsAndServersReplay() async throws {
        let cassette = try Cassette("octocat", mode: .replay)
        let stub = StubSession { try cassette.response(to: $0) }
        let server = try LoopbackServer { try cassette.response(to: $0, matching: [.method, .path, .query, .body]) }

        let user = try #require(URL(string: "https://api.github.com/users/octocat"))
        let (data, _) = try await stub.session.data(from: user)
        #expect(try JSONDecoder().decode(User.self, from: data).login == "octocat")

        // The exchange has been replayed.
        let endpoint: @Sendable (GitHub) -> Endpoint = { Endpoint($0, baseURL: server.url) }
        let github = Provider<GitHub>(endpointClosure: endpoint)
        let error = await #expect(throws: TernError.self) { try await github.value(.user("octocat")) }
        #expect(error?.response?.statusCode == 500)
    }

    @Test func casesAreCounted() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "calls-\(UUID().uuidString)")
        try Data(#"{"name":"GitHub.user","outcome":"200","test":"showsTheUser()"}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        let coverage = try CallCoverage(of: [.call(.user("octocat"))], in: file)
        print(coverage)
        #expect("\(coverage)" == "GitHub.user: 200 (1) in showsTheUser()\n1 of 1 cases were called.")
    }

    @Test func cassetteIsUsedWithoutATrait() async throws {
        func work(with github: Provider<GitHub>) async throws { _ = try await github.value(.user("octocat")) }

        let journal = Journal()
        let cassette = try Cassette("octocat", journal: journal)
        let github = Provider<GitHub>(transport: .platform.played(by: cassette))
        try await work(with: github)
        try cassette.save()
        #expect(journal.findings().isEmpty)
    }
}
