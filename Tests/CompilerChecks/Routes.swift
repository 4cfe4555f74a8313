/// Routes compile in every mode, and mistakes in them have an error that names the remedy.
enum Routes {
    private static let current = #"""
        import Foundation
        import Tern

        nonisolated struct Draft: Encodable { let title: String }
        nonisolated enum Sort: String { case updated }
        enum GitHub: RoutedTarget {
            case zen
            case user(login: String)
            case search(query: String, page: Int?)
            case createIssue(owner: String, repository: String, Draft)
            case sorted(Sort, id: UUID)

            var baseURL: URL { URL(string: "https://api.github.com")! }
            var common: HTTPRoute.Common { .init(headers: ["Accept": "application/json"], timeout: .seconds(20)) }

            var route: HTTPRoute {
                switch self {
                case .zen: .get("/zen").sample(.text("Design for failure."))
                case .user(let login): .get("/users/\(login)").sample(.json(["login": login, "id": 1]))
                case .search(let query, let page): .get("/search").query(["q": query, "page": page])
                case .createIssue(let owner, let repository, let draft):
                    .post("/repos/\(owner)/\(repository)/issues").json(draft).authorization(.bearer)
                case .sorted(let sort, let id): .delete("/\(sort)/\(id)/\(raw: "a/b")").timeout(.seconds(3))
                }
            }
        }
        struct Health: RoutedTarget {
            let baseURL: URL
            let route = HTTPRoute.get("/health").validation(.none)
        }
        extension Late: RoutedTarget {
            nonisolated var baseURL: URL { URL(fileURLWithPath: "/") }
            nonisolated var route: HTTPRoute { .query("/late").form(["a": 1]) }
        }
        nonisolated enum Late { case only }
        struct User: Decodable { let login: String }
        extension Call<GitHub, User> {
            static func user(_ login: String) -> Self { .init(.user(login: login)) }
            static func search(query: String, page: Int?) -> Self { .init(.search(query: query, page: page), at: "0") }
        }
        extension Call<GitHub, NoContent> { static func open(_ draft: Draft) -> Self { .init(.zen) } }

        func useCalls(_ github: Provider<GitHub>, _ any: any ProviderType<GitHub>) async throws(TernError) {
            let user = try await github.value(.user("octocat"))
            let found: User = try await any.value(.search(query: "a", page: nil))
            let login = try await any.valueAndResponse(.search(query: user.login, page: 1)).value.login
            try await any.value(.open(Draft(title: login)))
            let text: String = try await github.value(.init(.zen))
            let (number, _) = try await github.valueAndResponse(Call(.zen, value: { _ in 7 }))
            _ = try await Provider<MultiTarget>().value(.target(.user(text) as Call<GitHub, User>))
            github.value(.user(found.login)) { _ in _ = number }
        }
        func use(_ github: Provider<GitHub>, _ text: String?, _ path: String) async throws {

        """#

    private static let undeclared = "Declare a Call for this case, or use request(_:as:)."

    /// Statements, one per line, each with a part of the expected error.
    private static let mistakes = [
        ("_ = try await github.value(.zen)", undeclared),
        ("try await github.value(.zen)", undeclared),
        ("let user = try await github.value(.user(login: \"a\"))", undeclared),
        ("let user: User = try await github.value(.user(login: \"a\"))", undeclared),
        ("let pair = try await github.valueAndResponse(.user(login: \"a\"))", undeclared),
        ("let pair: (User, Response) = try await github.valueAndResponse(.user(login: \"a\"))", undeclared),
        ("_ = try await github.value(GitHub.zen)", undeclared),
        ("_ = try await github.value(.user(login: \"a\")).login", undeclared),
        ("print(try await github.value(.user(login: \"a\")).login.isEmpty)", undeclared),
        ("_ = try await github.valueAndResponse(.user(login: \"a\")).value.login", undeclared),
        ("github.value(.zen) { _ in }", "Declare a Call for this case, or use request(_:completion:)."),
        (
            "github.value(.zen) { if case .success(let zen) = $0 { print(zen.count) } }",
            "or use request(_:completion:)."
        ),
        // Other mistakes keep their errors.
        ("_ = try await github.value(.user(7))", "cannot convert value of type 'Int' to expected argument type"),
        ("_ = try await github.value(.usr(\"a\"))", "has no member 'usr'"),
        ("let user: String = try await github.value(.user(\"a\"))", "cannot convert value of type 'User'"),
        ("_ = try await github.value(.open(\"a\"))", "cannot convert value of type 'String' to expected argument type"),
        ("_ = HTTPRoute.get(\"/\\(text)\")", "not an optional"),
        ("_ = HTTPRoute.get(path)", "cannot convert value of type 'String' to expected argument type 'HTTPRoute.Path'"),
    ]

    private static let modes = [
        [], ["-default-isolation", "MainActor"], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    ]

    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        var failures: [String] = []
        for mode in modes {
            let diagnostics = try compiler.diagnostics(of: current + "}", flags: mode)
            failures += diagnostics.map { "Routes \(mode): line \($0.line): \($0.text)" }
        }
        let firstLine = current.split(separator: "\n", omittingEmptySubsequences: false).count
        let statements = mistakes.map { "do { \($0.0) }" }.joined(separator: "\n")
        let diagnostics = try compiler.diagnostics(of: current + statements + "\n}")
        failures += diagnostics.filter { $0.line < firstLine }.map { "Routes: \($0.text)" }
        for (index, (source, expected)) in mistakes.enumerated() {
            let errors = diagnostics.filter { $0.line == firstLine + index && $0.isError }.map(\.text)
            if !errors.contains(where: { $0.contains(expected) }) {
                failures.append("\(source): expected an error with “\(expected)”, got \(errors)")
            }
        }
        return failures
    }
}
