import Foundation
import Tern

@testable import Quickstart

/// Responds to some users with errors, and to one with a delay.
func stubbedGitHub() -> Provider<GitHub> {
    let github = Provider<GitHub>(
        endpointClosure: { target in
            switch target {
            case .user("ghost"): Endpoint(target).responding(.json(["message": "Not Found"], status: 404))
            case .user("mars"): Endpoint(target).responding(.networkError(URLError(.notConnectedToInternet)))
            default: Endpoint(target)
            }
        },
        stubClosure: { target in
            if case .user("sloth") = target { .delayed(.seconds(2)) } else { .immediate }
        }
    )
    return github
}

/// Responds to each case of `Issues`.
func stubbedIssues() -> Provider<Issues> {
    Provider(
        endpointClosure: { target in
            switch target {
            case .search: Endpoint(target).responding(.text(#"{"data":{"items":[{"number":7,"title":"Crash"}]}}"#))
            case .open(let draft): Endpoint(target).responding(.json(Issue(number: 9, title: draft.title), status: 201))
            case .close: Endpoint(target).responding(.status(204))
            }
        },
        stubClosure: Provider.immediatelyStub
    )
}

/// The call of the guide's first page, which is only compiled.
func userOfGitHub() async throws -> User {
    let github = Provider<GitHub>()
    let user = try await github.value(.user("octocat"))
    return user
}
