import Foundation
import Tern

// An app like those of Xcode's templates: code without another isolation belongs to the main actor.

enum GitHub: TargetType {
    case zen
    case user(login: String)
    case stars(login: String)
    case createIssue(Draft)
}

extension GitHub {
    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let login): "/users/\(URL.pathSegment(login))"
        case .stars(let login): "/users/\(URL.pathSegment(login))/starred"
        case .createIssue: "/issues"
        }
    }

    var method: HTTPMethod {
        if case .createIssue = self { .post } else { .get }
    }

    var task: HTTPTask {
        switch self {
        case .createIssue(let draft): .json(draft).query(["notify": true])
        default: .plain
        }
    }

    var sampleData: Data {
        switch self {
        case .zen: Data("Keep it logically awesome.".utf8)
        case .user(let login): Data(#"{"login":"\#(login)"}"#.utf8)
        case .stars: Data(#"{"items":[{"login":"one"},{"login":"two"}]}"#.utf8)
        case .createIssue: Data("{}".utf8)
        }
    }
}

/// A model that is isolated to the main actor, and so is its conformance.
struct User: Decodable {
    let login: String
}

/// Sent values are encoded off the main actor.
nonisolated struct Draft: Encodable {
    let title: String
}

/// Decoded in child tasks, which aren't on the main actor, and encoded by a sample.
nonisolated struct Profile: Codable {
    let login: String
}

enum Profiles: RoutedTarget {
    case profile(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var route: HTTPRoute {
        switch self {
        case .profile(let login): .get("/users/\(login)").sample(.json(Profile(login: login)))
        }
    }
}

extension Call<Profiles, Profile> {
    static func profile(_ login: String) -> Self { .init(.profile(login)) }
}

extension Call<GitHub, User> {
    static func user(_ login: String) -> Self { .init(.user(login: login)) }
}

extension Call<GitHub, [User]> {
    static func stars(of login: String) -> Self { .init(.stars(login: login), at: "items") }
}

extension Call<GitHub, String> {
    static var zen: Self { .init(.zen) }
}

extension Call<GitHub, NoContent> {
    static func create(_ draft: Draft) -> Self { .init(.createIssue(draft)) }
}

@MainActor
final class ViewModel {
    private let github: any ProviderType<GitHub>
    private(set) var user: User?
    private(set) var stars: [User] = []
    private(set) var motto = ""
    private(set) var status = 0
    private(set) var handle: CallHandle?

    init(github: any ProviderType<GitHub>) {
        self.github = github
    }

    func load(_ login: String) async throws(TernError) {
        user = try await github.value(.user(login))
        stars = try await github.value(.stars(of: login))
        let (motto, response) = try await github.valueAndResponse(.zen)
        (self.motto, status) = (motto, response.statusCode)
        try await github.value(.create(Draft(title: "Found a bug")))
        user = try await github.request(.user(login: login), as: User.self)
    }

    func loadByCallback(_ login: String, isLoaded: @escaping @MainActor () -> Void) {
        handle = github.request(.zen) { result in
            self.status = (try? result.get())?.statusCode ?? 0
            self.github.value(.user(login)) { result in
                self.user = try? result.get()
                isLoaded()
            }
        }
    }
}

/// Loads two values at the same time.
@MainActor
final class PairModel {
    private let github: any ProviderType<GitHub>
    private let profiles: any ProviderType<Profiles>

    init(github: any ProviderType<GitHub>, profiles: any ProviderType<Profiles>) {
        (self.github, self.profiles) = (github, profiles)
    }

    /// A method of the main actor decodes models of the main actor.
    func user(_ login: String) async throws -> User { try await github.value(.user(login)) }

    func users() async throws -> [User] {
        async let one = user("one")
        async let two = user("two")
        return [try await one, try await two]
    }

    func profilesInALet() async throws -> [Profile] {
        async let one = profiles.value(.profile("one"))
        async let two = profiles.value(.profile("two"))
        return [try await one, try await two]
    }

    func profilesInAGroup() async throws -> Set<String> {
        try await withThrowingTaskGroup(of: Profile.self) { group in
            for login in ["one", "two"] { group.addTask { try await self.profiles.value(.profile(login)) } }
            var logins: Set<String> = []
            for try await profile in group { logins.insert(profile.login) }
            return logins
        }
    }
}
