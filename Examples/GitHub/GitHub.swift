import Foundation
import Tern

/// The part of GitHub's REST API that this program uses.
enum GitHub: RoutedTarget {
    case user(login: String)
    case repositories(login: String, sort: RepositorySort, perPage: Int)
    case createIssue(RepositoryName, IssueDraft)
}

extension GitHub {
    static let base = URL(string: "https://api.github.com")!

    var baseURL: URL { Self.base }

    var route: HTTPRoute {
        switch self {
        case .user(let login):
            .get("/users/\(login)").sample(.json(data: Samples.user))
        case .repositories(let login, let sort, let perPage):
            .get("/users/\(login)/repos").query(["sort": sort, "per_page": perPage])
                .sample(.json(data: Samples.repositories))
        case .createIssue(let repository, let draft):
            .post("/repos/\(repository.owner)/\(repository.name)/issues").json(draft).authorization(.bearer)
                .sample(.json(data: Samples.issue, status: 201))
        }
    }

    /// The fields of all requests.
    var common: HTTPRoute.Common {
        .init(headers: [
            "Accept": "application/vnd.github+json", "User-Agent": "tern-example",
            "X-GitHub-Api-Version": "2022-11-28",
        ])
    }
}

// The response type of each case. Callers then needn't specify the type: `try await github.value(.user("octocat"))`.

extension Call<GitHub, User> {
    static func user(_ login: String) -> Self {
        .init(.user(login: login), using: .gitHub)
    }
}

extension Call<GitHub, [Repository]> {
    static func repositories(of login: String, sort: RepositorySort = .updated, perPage: Int = 30) -> Self {
        .init(.repositories(login: login, sort: sort, perPage: perPage), using: .gitHub)
    }
}

extension Call<GitHub, Issue> {
    static func createIssue(_ draft: IssueDraft, in repository: RepositoryName) -> Self {
        .init(.createIssue(repository, draft), using: .gitHub)
    }
}

extension JSONDecoder {
    /// Decodes GitHub's JSON, with keys in snake case and dates in ISO 8601.
    fileprivate static let gitHub: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}
