import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProviderTypeTests {
    /// A hand-written provider with only the requirements.
    private struct StubProvider: ProviderType {
        typealias Target = GitHub

        var body = #"{"id":7,"login":"fake"}"#
        var error: TernError?

        func response(to target: GitHub, options: CallOptions) async throws(TernError) -> Response {
            if let error { throw error }
            await options.report(TransferProgress(receivedBytes: Int64(body.utf8.count)))
            return Response(statusCode: 200, data: Data(body.utf8))
        }
    }

    private let fake: any ProviderType<GitHub> = StubProvider()

    @Test func everyFormComesFromTheOneRequirement() async throws {
        let user = User(id: 7, login: "fake")

        #expect(try await fake.request(.zen).statusCode == 200)
        #expect(try await fake.request(.user(login: "a"), as: User.self) == user)
        #expect(try await fake.request(.user(login: "a"), as: Int.self, at: "id") == 7)
        #expect(try await fake.value(.user("a")) == user)
    }

    @Test func callbacksComeFromTheOneRequirement() async throws {
        let queue = DispatchQueue(label: "callbacks")
        let progress = Watched<[TransferProgress]>([])
        let fake = StubProvider()

        let response = await withCheckedContinuation { continuation in
            fake.request(.zen, options: CallOptions { progress.append($0) }, callbackQueue: queue) {
                continuation.resume(returning: $0)
            }
        }
        let value = await withCheckedContinuation { continuation in
            fake.value(.user("a"), callbackQueue: queue) { continuation.resume(returning: $0) }
        }

        #expect(try response.get().statusCode == 200)
        #expect(progress.value.count == 1)
        #expect(try value.get().login == "fake")
    }

    @Test func callbacksRunOnTheMainQueueByDefault() async {
        #expect(StubProvider().callbackQueue == nil)
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let isMain = await withCheckedContinuation { continuation in
            StubProvider().request(.zen) { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
        }
        DispatchQueue.main.setSpecific(key: key, value: nil)
        #expect(isMain == true)
    }

    @Test func decodingErrorsNameTheTargetEvenIfTheResponseDoesNot() async throws {
        let fake = StubProvider(body: "[]")

        let typed = try await #require(throws: TernError.self) { try await fake.value(.user("a")) }
        let named = try await #require(throws: TernError.self) {
            try await fake.request(.user(login: "a"), as: User.self)
        }
        let byHand = try await #require(throws: TernError.self) {
            try await fake.value(Call<GitHub, Int>(.zen) { _ in throw CocoaError(.fileNoSuchFile) })
        }

        #expect(typed.code == .decodingFailed)
        #expect(typed.description.contains("GitHub.user"))
        #expect(named.code == .decodingFailed)
        #expect(named.description.contains("GitHub.user"))
        #expect(byHand.description.contains("GitHub.zen"))
    }

    @Test func errorsPassUnchanged() async throws {
        let fake = StubProvider(error: TernError(.notConnected, reason: "own"))

        let error = try await #require(throws: TernError.self) { try await fake.value(.user("a")) }

        #expect(error.code == .notConnected)
        #expect(error.reason == "own")
    }
}
