import Tern
import Testing

@Suite(.timeLimit(.minutes(20)))
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

    @Test func modelsAreLoadedAtTheSameTime() async throws {
        let model = PairModel(
            github: Provider<GitHub>(stubClosure: Provider.immediatelyStub),
            profiles: Provider<Profiles>(stubClosure: Provider.immediatelyStub)
        )

        #expect(try await model.users().map(\.login) == ["one", "two"])
        #expect(try await model.profilesInALet().map(\.login) == ["one", "two"])
        #expect(try await model.profilesInAGroup() == ["one", "two"])
    }
}
