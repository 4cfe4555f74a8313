import Foundation
import Tern

enum GitHub: TargetType {
    case user(login: String)

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String {
        switch self {
        case .user(let login): "/users/\(URL.pathSegment(login))"
        }
    }
    var sampleData: Data { Data(#"{"login":"octocat","name":"The Octocat"}"#.utf8) }
}

struct User: Decodable {
    let login: String
    let name: String?
}

extension Call<GitHub, User> {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

let github = Provider<GitHub>()
let user = try await github.value(.user("octocat"))
print("\(user.login) is \(user.name ?? "unnamed").")
