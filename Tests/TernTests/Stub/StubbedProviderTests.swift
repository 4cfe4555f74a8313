import Foundation
import Synchronization
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubbedProviderTests {
    let github = Provider<GitHub>(stubClosure: Provider.immediatelyStub)

    @Test func callReturnsItsOwnType() async throws {
        let user = try await github.value(.user("octocat"))
        #expect(user == User(id: 1, login: "octocat"))
    }

    @Test func callCanDecodeAtAKeyPath() async throws {
        let users = try await github.value(.search("tern"))
        #expect(users == [User(id: 1, login: "octocat")])
    }

    @Test func callCanDecodeWithItsOwnClosure() async throws {
        #expect(try await github.value(.zen) == "Keep it logically awesome.")
    }

    @Test func requestReturnsTheResponse() async throws {
        let response = try await github.request(.zen)
        #expect(response.statusCode == 200)
        #expect(try response.string() == "Keep it logically awesome.")
        #expect(response.request?.url.absoluteString == "https://api.github.com/zen")
        #expect(response.request?.headers["accept"] == "application/vnd.github+json")
    }

    @Test func requestDecodesTheGivenType() async throws {
        let user = try await github.request(.user(login: "hubot"), as: User.self)
        #expect(user.login == "hubot")
    }

    @Test func repositoryHoldsAnyProvider() async throws {
        let provider: any ProviderType<GitHub> = github
        #expect(try await provider.value(.user("octocat")).login == "octocat")
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func callbackFormCompletesOnItsQueue() async throws {
        let queue = DispatchQueue(label: "callbacks")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let result = await withCheckedContinuation { continuation in
            github.request(.zen, callbackQueue: queue) { result in
                #expect(DispatchQueue.getSpecific(key: key) == true)
                continuation.resume(returning: result)
            }
        }
        #expect(try result.get().statusCode == 200)
    }

    @Test func trailingClosureIsTheCompletionEvenInAsyncCode() async {
        // It is a part of the test that this compiles: no async overload may take the closure.
        let (results, continuation) = AsyncStream.makeStream(of: Result<Response, TernError>.self)
        let call = github.request(.zen, callbackQueue: .global()) { result in
            continuation.yield(result)
            continuation.finish()
        }
        Task { github.request(.zen) { _ in } }
        for await result in results { #expect((try? result.get().statusCode) == 200) }
        #expect(!call.isCancelled)
    }

    @Test func textsShowNoArgumentsOfACase() {
        let target = GitHub.login(password: "hunter2secret")
        var request = Request(url: GitHub.base)
        request.headers = ["Authorization": "Bearer hunter2secret"]
        let texts =
            textForms(of: MultiTarget(target)) + textForms(of: Call<GitHub, User>(target))
            + textForms(of: request)
        #expect(leaks(of: "hunter2secret", in: texts) == [])
    }
}
