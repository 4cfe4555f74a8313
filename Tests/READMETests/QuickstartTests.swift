import Tern
import Testing

@testable import Quickstart

@Test func userHasALogin() async throws {
    let github = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
    let user = try await github.value(.user("octocat"))
    #expect(user.login == "octocat")
}
