import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NetworkTraitTests {
    enum API: TargetType, Equatable {
        case user(login: String)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users" }
    }

    @Test(.network) func eachTestHasAJournalOfItsOwn() async throws {
        let provider = Provider<API>.stub { target in
            switch target {
            case .user(let login): .text(login)
            }
        }

        _ = try await provider.request(.user(login: "octocat"))

        let journal = try #require(Journal.current)
        #expect(journal.calls(of: API.self).map(\.target) == [.user(login: "octocat")])
        #expect(
            journal.events.map(\.description) == [
                "began API", "sent GET https://api.example.com/users", "received 4", "received 3", "answered 200",
                "ended 200",
            ]
        )
    }
}
