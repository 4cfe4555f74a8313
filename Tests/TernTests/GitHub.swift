import Foundation
import Tern

/// The API in the tests.
enum GitHub: TargetType {
    case zen
    case user(login: String)
    case search(query: String, page: Int?)
    case createIssue(repository: String, draft: IssueDraft)
    case login(password: String)

    static let base = URL(string: "https://api.github.com")!

    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let login): "/users/\(URL.pathSegment(login))"
        case .search: "/search/repositories"
        case .createIssue(let repository, _): "/repos/\(repository)/issues"
        case .login: "/login"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .createIssue, .login: .post
        default: .get
        }
    }

    var task: HTTPTask {
        switch self {
        case .search(let query, let page): .query(["q": query, "page": page])
        case .createIssue(_, let draft): .json(draft).query(["notify": true])
        case .login(let password): .form(["password": password])
        default: .plain
        }
    }

    var headers: HTTPHeaders { ["Accept": "application/vnd.github+json"] }

    var sampleData: Data {
        switch self {
        case .zen: Data("Keep it logically awesome.".utf8)
        case .user(let login): Data(#"{"id":1,"login":"\#(login)"}"#.utf8)
        case .search: Data(#"{"total":1,"data":{"items":[{"id":1,"login":"octocat"}]}}"#.utf8)
        case .createIssue, .login: Data()
        }
    }
}

struct User: Codable, Hashable, Sendable {
    var id: Int
    var login: String
}

struct IssueDraft: Codable, Hashable, Sendable {
    var title: String
    var body: String?
}

extension Call where Target == GitHub, Value == User {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

extension Call where Target == GitHub, Value == [User] {
    static func search(_ query: String, page: Int? = nil) -> Self {
        .init(.search(query: query, page: page), at: "data.items")
    }
}

extension Call where Target == GitHub, Value == String {
    static var zen: Self { .init(.zen) { try $0.string() } }
}
