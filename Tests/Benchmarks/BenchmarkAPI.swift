import Foundation
import Tern

enum BenchmarkAPI: TargetType {
    case user(login: String)
    case search(query: String, page: Int)

    static let base = URL(string: "https://api.example.com")!

    static let sample = Data(
        """
        {"id":583231,"login":"octocat","name":"The Octocat","company":"GitHub","location":"San Francisco",\
        "email":"octocat@example.com","bio":null,"publicRepos":8,"publicGists":8,"followers":18000,"following":9,\
        "admin":false,"createdAt":"2011-01-25T18:44:36Z","updatedAt":"2026-01-22T12:13:51Z"}
        """.utf8
    )

    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .user(let login): "/users/\(login)"
        case .search: "/search"
        }
    }

    var task: HTTPTask {
        switch self {
        case .user: .plain
        case .search(let query, let page): .query(["q": query, "page": page, "exact": true])
        }
    }

    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var sampleData: Data { Self.sample }
}

/// The same requests as a routed target.
enum BenchmarkRoutes: RoutedTarget {
    case user(login: String)

    var baseURL: URL { BenchmarkAPI.base }

    var route: HTTPRoute {
        switch self {
        case .user(let login):
            .get("/users/\(login)").headers(["Accept": "application/json"])
                .sample(.networkResponse(200, BenchmarkAPI.sample))
        }
    }
}

extension Call<BenchmarkRoutes, BenchmarkUser> {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

/// The same requests, declared in lines.
struct BenchmarkLines: CallTarget {
    let request: NamedRoute
    var baseURL: URL { BenchmarkAPI.base }
}

extension Call<BenchmarkLines, BenchmarkUser> {
    static func user(_ login: String) -> Self {
        .init(
            .get("/users/\(login)").headers(["Accept": "application/json"])
                .sample(.networkResponse(200, BenchmarkAPI.sample))
        )
    }
}

struct BenchmarkUser: Decodable, Sendable {
    var id: Int
    var login: String
    var name: String
    var company: String?
    var location: String?
    var email: String?
    var bio: String?
    var publicRepos: Int
    var publicGists: Int
    var followers: Int
    var following: Int
    var admin: Bool
    var createdAt: String
    var updatedAt: String
}

extension Call<BenchmarkAPI, BenchmarkUser> {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}
