import Foundation
import Tern

/// The part of GitHub's REST API that this program uses.
enum GitHub: TargetType {
    case user(login: String)
    case repositories(login: String, sort: RepositorySort, perPage: Int)
    case createIssue(RepositoryName, IssueDraft)
}

extension GitHub {
    static let base = URL(string: "https://api.github.com")!

    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .user(let login):
            "/users/\(URL.pathSegment(login))"
        case .repositories(let login, _, _):
            "/users/\(URL.pathSegment(login))/repos"
        case .createIssue(let repository, _):
            "/repos/\(URL.pathSegment(repository.owner))/\(URL.pathSegment(repository.name))/issues"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .user, .repositories: .get
        case .createIssue: .post
        }
    }

    var task: HTTPTask {
        switch self {
        case .user: .plain
        case .repositories(_, let sort, let perPage): .query(["sort": sort, "per_page": perPage])
        case .createIssue(_, let draft): .json(draft)
        }
    }

    var headers: HTTPHeaders {
        ["Accept": "application/vnd.github+json", "User-Agent": "tern-example", "X-GitHub-Api-Version": "2022-11-28"]
    }

    var authorization: Authorization {
        switch self {
        case .user, .repositories: .none
        case .createIssue: .bearer
        }
    }

    var sampleData: Data {
        switch self {
        case .user: Samples.user
        case .repositories: Samples.repositories
        case .createIssue: Samples.issue
        }
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
