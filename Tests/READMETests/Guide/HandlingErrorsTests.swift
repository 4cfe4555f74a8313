import Foundation
import Tern
import TernTesting
import Testing

/// The guide's form that shows the server's own errors.
@Suite(.timeLimit(.minutes(20)))
struct HandlingErrorsTests {
    struct Problem: Decodable {
        struct Entry: Decodable {
            let pointer: String
            let detail: String
        }

        let title: String?
        let errors: [Entry]?
    }

    @MainActor private final class IssueForm {
        private let issues: any ProviderType<Issues>
        private(set) var message = ""
        private(set) var fieldMessages: [String: String] = [:]

        init(_ issues: any ProviderType<Issues>) { self.issues = issues }

        func send(_ draft: IssueDraft) async {
            do {
                _ = try await issues.request(.open(draft))
                message = "Sent"
            } catch {
                let problem = error.body(as: Problem.self)
                for entry in problem?.errors ?? [] { fieldMessages[entry.pointer] = entry.detail }
                message = problem?.title ?? error.localizedDescription
            }
        }
    }

    private static let body = """
        {"title":"Your request is not valid.","errors":[{"pointer":"#/title","detail":"is too short"}]}
        """

    @MainActor private func form(after sample: SampleResponse) async -> IssueForm {
        let form = IssueForm(Provider<Issues>.stub(journal: nil) { _ in sample })
        await form.send(IssueDraft(title: ""))
        return form
    }

    @MainActor @Test func formShowsTheErrorsOfTheServer() async throws {
        let headers: HTTPHeaders = ["Content-Type": "application/problem+json"]
        let form = await form(after: .text(Self.body, status: 422, headers: headers))

        #expect(form.fieldMessages == ["#/title": "is too short"])
        #expect(form.message == "Your request is not valid.")
        let page = try README(path: README.page("HandlingErrors")).lines.joined(separator: "\n")
        #expect(page.contains("`\(Self.body)`"))
    }

    @MainActor
    @Test(
        arguments: [
            .networkError(URLError(.timedOut)), .text("<html>", status: 502), .json(["title": 1], status: 422),
        ] as [SampleResponse]
    )
    func formShowsASentenceForOtherErrors(sample: SampleResponse) async {
        let form = await form(after: sample)

        #expect(form.fieldMessages.isEmpty)
        #expect(form.message.hasSuffix("."))
    }
}
