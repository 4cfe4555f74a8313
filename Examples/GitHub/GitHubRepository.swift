import Tern

/// The program's access to GitHub. The provider decides whether it is live, offline or stubbed.
struct GitHubRepository: Sendable {
    private let github: any ProviderType<GitHub>

    init(provider: any ProviderType<GitHub>) {
        github = provider
    }

    func user(_ login: String) async throws(TernError) -> User {
        try await github.value(.user(login))
    }

    /// The user's repositories, most recently changed first.
    func latestRepositories(of login: String, count: Int) async throws(TernError) -> [Repository] {
        try await github.value(.repositories(of: login, sort: .updated, perPage: count))
    }

    func createIssue(_ draft: IssueDraft, in repository: RepositoryName) async throws(TernError) -> Issue {
        try await github.value(.createIssue(draft, in: repository))
    }
}
