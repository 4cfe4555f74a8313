import Tern
import TernTesting
import Testing

@testable import github

/// The example's repository, once on stubs and once on sockets.
@Suite(.timeLimit(.minutes(20)))
struct GitHubRepositoryTests {
    enum Source: CaseIterable {
        case stubs, sockets
    }

    @Test(arguments: Source.allCases)
    func userIsFetched(from source: Source) async throws {
        try await withRepository(on: source) { github in
            let user = try await github.user("octocat")
            #expect(user.name == "The Octocat")
            #expect(user.createdAt.timeIntervalSince1970 == 1_295_981_076)
        }
    }

    @Test(arguments: Source.allCases)
    func latestRepositoriesAreFetched(from source: Source) async throws {
        try await withRepository(on: source) { github in
            let repositories = try await github.latestRepositories(of: "octocat", count: 3)
            #expect(repositories.map(\.name) == ["Hello-World", "Spoon-Knife", "boysenberry-repo-1"])
        }
    }

    @Test(arguments: Source.allCases)
    func issueIsCreated(from source: Source) async throws {
        try await withRepository(on: source) { github in
            let issue = try await github.createIssue(Samples.draft, in: Samples.repository)
            #expect(issue.title == Samples.draft.title)
        }
    }

    @Test(arguments: Source.allCases)
    func missingUserIsAnUnacceptableStatus(from source: Source) async throws {
        try await withRepository(on: source) { github in
            let error = await #expect(throws: TernError.self) { try await github.user(Samples.missingLogin) }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.statusCode == 404)
            #expect(error?.response?.data == Samples.notFound)
        }
    }

    @Test func tokenIsSentOnlyToTargetsThatRequireIt() async throws {
        let server = try LoopbackServer.gitHub()
        defer { server.stop() }
        let github = GitHubRepository(provider: Provider.live(baseURL: server.url, token: "t0ken"))
        _ = try await github.user("octocat")
        _ = try await github.createIssue(Samples.draft, in: Samples.repository)
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, "Bearer t0ken"])
    }

    private func withRepository(on source: Source, _ body: (GitHubRepository) async throws -> Void) async throws {
        switch source {
        case .stubs:
            try await body(GitHubRepository(provider: Provider.stubbed()))
        case .sockets:
            let server = try LoopbackServer.gitHub()
            defer { server.stop() }
            try await body(GitHubRepository(provider: Provider.live(baseURL: server.url)))
        }
    }
}
