import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MultiTargetTests {
    private let inside = OpenTarget(
        path: "/inside",
        method: .put,
        headers: ["A": "1"],
        crossOriginHeaders: ["A"],
        validation: .none,
        authorization: .bearer,
        timeout: .seconds(3)
    )

    @Test func everyRequirementForwardsToTheInnerTarget() {
        let target = MultiTarget(MultiTarget.target(MultiTarget(inside)))

        #expect(target.baseURL == inside.baseURL)
        #expect(target.path == "/inside")
        #expect(target.method == .put)
        #expect(target.headers == ["A": "1"])
        #expect(target.crossOriginHeaders == ["A"])
        #expect(target.validation == Validation.none)
        #expect(target.authorization == .bearer)
        #expect(target.timeout == .seconds(3))
        #expect(target.sampleData == inside.sampleData)
        #expect(target.target is OpenTarget)
    }

    @Test func taskForwardsToTheInnerTarget() throws {
        let target = MultiTarget(GitHub.search(query: "tern", page: 2))

        let request = try Endpoint(target).request()

        #expect(request.url.absoluteString == "https://api.github.com/search/repositories?q=tern&page=2")
    }

    @Test func pluginsAndResponsesHaveTheInnerTarget() async throws {
        let seen = Watched<[String]>([])
        let spy = InterceptingPlugin { request, context, next in
            if case GitHub.user(let login)? = context.target as? GitHub { seen.append(login) }
            return try await next(request)
        }
        let provider = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub, plugins: [spy])

        let response = try await provider.request(.target(MultiTarget(GitHub.user(login: "octocat"))))

        #expect(seen.value == ["octocat"])
        #expect(response.target is GitHub)
    }

    @Test func errorsHaveTheInnerTarget() async throws {
        let provider = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub)

        let error = try await #require(throws: TernError.self) {
            try await provider.request(.target(MultiTarget(GitHub.login(password: "hunter2"))))
        }

        #expect(error.code == .missingSample)
        #expect(error.target is GitHub)
        #expect(error.description.contains("GitHub.login"))
        #expect(!error.description.contains("hunter2"))
    }

    @Test func cancelledCallbacksHaveTheInnerTarget() async throws {
        let gate = SampleGate()
        let provider = Provider<MultiTarget>(returning: .status(200).held(by: gate))

        let result: Result<Response, TernError> = await withCheckedContinuation { continuation in
            let call = provider.request(.target(GitHub.zen), callbackQueue: .global()) {
                continuation.resume(returning: $0)
            }
            call.cancel()
        }

        let error = try #require(throws: TernError.self) { try result.get() }
        #expect(error.code == .cancelled)
        #expect(error.target is GitHub)
    }

    @Test func oneProviderServesSeveralAPIs() async throws {
        let provider = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub)
        let thing = Call<OpenTarget, String>(OpenTarget()) { try $0.string() }

        let user = try await provider.value(.target(Call<GitHub, User>.user("octocat")))
        let users = try await provider.value(.target(.search("tern") as Call<GitHub, [User]>))
        let text = try await provider.value(.target(thing))

        #expect(user == User(id: 1, login: "octocat"))
        #expect(users == [User(id: 1, login: "octocat")])
        #expect(text == "sample")
    }
}
