import Tern
import TernPlugins
import Testing

/// A model whose decoding needs the main actor.
private struct Repository: Decodable {
    let login: String

    private enum Key: CodingKey { case login }

    init(from decoder: any Decoder) throws {
        MainActor.preconditionIsolated()
        login = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .login)
    }
}

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct StreamTests {
    private let github: any ProviderType<GitHub> = Provider<GitHub>(
        endpointClosure: { Endpoint($0).responding(.text("{\"login\":\"one\"}\n{\"login\":\"two\"}").inPieces(5)) },
        stubClosure: Provider.immediatelyStub
    )
    private let events = Provider<GitHub>(
        endpointClosure: { Endpoint($0).responding(.events([ServerSentEvent(data: #"{"login":"three"}"#)])) },
        stubClosure: Provider.immediatelyStub
    )

    @Test func streamedModelsAreDecodedOnTheMainActor() async throws {
        var logins: [String] = []

        for try await repository in try await github.stream(.zen).jsonLines(as: Repository.self) {
            logins.append(repository.login)
        }
        for try await repository in try await github.values(Call<GitHub, Repository>(.zen)) {
            logins.append(repository.login)
        }
        for try await repository in events.values(Call<GitHub, Repository>(.zen), reconnecting: .never) {
            logins.append(repository.login)
        }

        #expect(logins == ["one", "two", "one", "two", "three"])
    }
}

/// A page whose members need the main actor.
private struct RepositoryPage: Decodable {
    var repositories: [Repository]
    var next: String?
}

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct PagesTests {
    private let github: any ProviderType<GitHub> = Provider<GitHub>(
        endpointClosure: { target in
            Endpoint(target).responding(
                .inOrder(
                    .json(text: #"{"repositories":[{"login":"one"}],"next":"2"}"#),
                    .json(text: #"{"repositories":[{"login":"two"}]}"#)
                )
            )
        },
        stubClosure: Provider.immediatelyStub
    )

    @Test func pagesAreDecodedAndFollowedOnTheMainActor() async throws {
        var calls: [String?] = []
        var logins: [String] = []
        let paging = Paging<GitHub, RepositoryPage>.cursors(at: \.next) { cursor in
            MainActor.preconditionIsolated()
            calls.append(cursor)
            return Call(.zen)
        }
        for try await repository in github.pages(paging, prefetch: true).items(\.repositories) {
            logins.append(repository.login)
        }
        #expect(logins == ["one", "two"])
        #expect(calls == [nil, "2"])
    }
}
