import Tern
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ViewModelTests {
    private let model = ViewModel(github: Provider<GitHub>(stubClosure: Provider.immediatelyStub))

    @Test func mainActorModelsAreDecodedOnTheMainActor() async throws {
        try await model.load("octocat")

        #expect(model.user?.login == "octocat")
        #expect(model.stars.map(\.login) == ["one", "two"])
        #expect(model.motto == "Keep it logically awesome.")
        #expect(model.status == 200)
    }

    @Test func callbacksUseMainActorState() async throws {
        await withCheckedContinuation { loaded in
            model.loadByCallback("octocat") { loaded.resume() }
        }

        #expect(model.user?.login == "octocat")
        #expect(model.status == 200)
    }
}
