import Tern

/// Sends one request after another, and prints the results.
struct Tour {
    struct UnexpectedUser: Error {
        let login: String
    }

    let github: GitHubRepository
    var issuePlace = Samples.repository
    /// Whether requests have no token, so that the server may refuse to create an issue.
    var isAnonymous = false

    func run() async throws {
        try await showUser()
        try await showRepositories()
        try await createIssue()
        try await showTypedError()
    }

    private func showUser() async throws(TernError) {
        let user = try await github.user(Samples.login)
        print("\(user.login) is \(user.name ?? "unnamed") and has \(user.followers) followers.")
    }

    private func showRepositories() async throws(TernError) {
        print("Repositories, the latest first:")
        for repository in try await github.latestRepositories(of: Samples.login, count: 3) {
            print("  \(repository.name), \(repository.stargazersCount) stars: \(repository.description ?? "-")")
        }
    }

    private func createIssue() async throws(TernError) {
        do throws(TernError) {
            let issue = try await github.createIssue(Samples.draft, in: issuePlace)
            print("Issue #\(issue.number) is \(issue.state): \(issue.title)")
        } catch {
            guard isAnonymous, error.response?.statusCode == 401 else { throw error }
            print("No issue without GITHUB_TOKEN and --repository. \(error.code): \(error.reason)")
        }
    }

    /// Returns the error that a successful run expects.
    private func showTypedError() async throws {
        do throws(TernError) {
            _ = try await github.user(Samples.missingLogin)
        } catch {
            guard error.code == .unacceptableStatus, error.response?.statusCode == 404 else { throw error }
            return print("\(Samples.missingLogin) failed with \(error.code): \(error.reason)")
        }
        throw UnexpectedUser(login: Samples.missingLogin)
    }
}
