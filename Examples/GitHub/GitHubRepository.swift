import Tern

/// What the program knows of GitHub. Live, offline or stubbed is decided by whoever makes the provider.
struct GitHubRepository: Sendable {
    private let github: any ProviderType<GitHub>

    init(provider: any ProviderType<GitHub>) {
        github = provider
    }

    func user(_ login: String) async throws(TernError) -> User {
        try await github.value(.user(login))
    }

    /// The user's repositories, the one that changed last first.
    func latestRepositories(of login: String, count: Int) async throws(TernError) -> [Repository] {
        try await github.value(.repositories(of: login, sort: .updated, perPage: count))
    }

    func createIssue(_ draft: IssueDraft, in repository: RepositoryName) async throws(TernError) -> Issue {
        try await github.value(.createIssue(draft, in: repository))
    }
}
