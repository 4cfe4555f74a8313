import Foundation
import Tern

enum GitHub: RoutedTarget {
    case user(login: String)

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: HTTPRoute {
        switch self {
        case .user(let login): .get("/users/\(login)").sample(.json(["login": "octocat", "name": "The Octocat"]))
        }
    }
}

struct User: Decodable {
    let login: String
    let name: String?
}

extension Call<GitHub, User> {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

let github = Provider<GitHub>()
do {
    let user = try await github.value(.user("octocat"))
    print("\(user.login) is \(user.name ?? "unnamed").")
} catch {
    print(error.localizedDescription)
}
