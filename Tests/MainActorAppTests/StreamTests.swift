import Tern
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

@Suite(.timeLimit(.minutes(5)))
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
