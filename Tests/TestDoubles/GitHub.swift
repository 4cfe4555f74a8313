import Foundation
import Tern

/// The API in the tests.
package enum GitHub: TargetType {
    case zen
    case user(login: String)
    case search(query: String, page: Int?)
    case createIssue(repository: String, draft: IssueDraft)
    case login(password: String)

    package static let base = URL(string: "https://api.github.com")!

    package var baseURL: URL { Self.base }

    package var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let login): "/users/\(URL.pathSegment(login))"
        case .search: "/search/repositories"
        case .createIssue(let repository, _): "/repos/\(repository)/issues"
        case .login: "/login"
        }
    }

    package var method: HTTPMethod {
        switch self {
        case .createIssue, .login: .post
        default: .get
        }
    }

    package var task: HTTPTask {
        switch self {
        case .search(let query, let page): .query(["q": query, "page": page])
        case .createIssue(_, let draft): .json(draft).query(["notify": true])
        case .login(let password): .form(["password": password])
        default: .plain
        }
    }

    package var headers: HTTPHeaders { ["Accept": "application/vnd.github+json"] }

    package var sampleData: Data {
        switch self {
        case .zen: Data("Keep it logically awesome.".utf8)
        case .user(let login): Data(#"{"id":1,"login":"\#(login)"}"#.utf8)
        case .search: Data(#"{"total":1,"data":{"items":[{"id":1,"login":"octocat"}]}}"#.utf8)
        case .createIssue, .login: Data()
        }
    }
}

package struct User: Codable, Hashable, Sendable {
    package var id: Int
    package var login: String

    package init(id: Int, login: String) {
        self.id = id
        self.login = login
    }
}

package struct IssueDraft: Codable, Hashable, Sendable {
    package var title: String
    package var body: String?

    package init(title: String, body: String? = nil) {
        self.title = title
        self.body = body
    }
}

extension Call<GitHub, User> {
    package static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

extension Call<GitHub, [User]> {
    package static func search(_ query: String, page: Int? = nil) -> Self {
        .init(.search(query: query, page: page), at: "data.items")
    }
}

extension Call<GitHub, String> {
    package static var zen: Self { .init(.zen) { try $0.string() } }
}
