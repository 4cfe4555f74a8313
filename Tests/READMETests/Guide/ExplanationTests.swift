import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

@testable import Quickstart

/// The snippets about explanations and checks of targets.
@Suite(.timeLimit(.minutes(20)))
struct ExplanationGuideTests {
    @Test func callIsExplained() async throws {
        let github = Provider<GitHub>(plugins: [ClientVersion(), RetryPlugin()])
        print(await github.explain(.user(login: "octocat")))
        let lines = "\(await github.explain(.user(login: "octocat")))".split(separator: "\n")
        #expect(lines.first == "GitHub.user: GET https://api.github.com/users/octocat")
        #expect(lines.contains("ClientVersion: sets User-Agent: Example/1.0"))
        #expect(lines.contains("RetryPlugin: changes nothing"))
    }

    @Test func targetHasNoFindings() async throws {
        let github = Provider<GitHub>()
        let report = await github.lint(.call(.user("octocat")))
        try report.get()
    }
}
