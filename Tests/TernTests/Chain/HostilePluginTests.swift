import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Plugins that return requests that can't be sent again, or have another method.
@Suite(.timeLimit(.minutes(20)))
struct HostilePluginTests {
    private static func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Hooks {
        Hooks(prepare: { request, _ in change(&request) })
    }

    /// A live and a stubbed provider: both have to fail in the same way.
    enum Place: CaseIterable {
        case stub
        case server
    }

    private static func pieces(_ texts: String...) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
    }

    /// - Parameter status: The status of every response.
    private func provider(
        _ place: Place,
        status: Int = 200,
        _ plugins: [any Plugin]
    ) throws -> (Provider<OpenTarget>, OpenTarget, LoopbackServer) {
        let server = try LoopbackServer { request in .data(request.body, status: status) }
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.status(status)) },
            stubClosure: place == .stub ? Provider.immediatelyStub : Provider.neverStub,
            plugins: plugins
        )
        return (provider, OpenTarget(baseURL: server.url, method: .post), server)
    }

    @Test(arguments: Place.allCases)
    func oneShotBodyIsNotSentTwice(_ place: Place) async throws {
        let body = RequestBody.stream(once: Self.pieces("some", "thing"))
        let plugins: [any Plugin] = [RetryingPlugin(attempts: 2), Self.changing { $0.body = body }]
        let (provider, target, server) = try provider(place, status: 503, plugins)

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .bodyNotReplayable)
        #expect(error.attempts == 1)
        #expect(error.reason.contains("sent already"))
        #expect(server.requests.map(\.body) == (place == .stub ? [] : [Data("something".utf8)]))
    }

    @Test(arguments: Place.allCases)
    func oneShotBodyOfAnotherCallIsRefused(_ place: Place) async throws {
        let body = RequestBody.stream(once: Self.pieces("some"))
        let (provider, target, server) = try provider(place, [Self.changing { $0.body = body }])
        _ = try await provider.request(target)

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .bodyNotReplayable)
        #expect(error.attempts == 0)
        #expect(server.requestCount == (place == .stub ? 0 : 1))
    }

    @Test(arguments: Place.allCases)
    func replayableStreamIsSentInEachAttempt(_ place: Place) async throws {
        let body = RequestBody.stream { Self.pieces("some") }
        let plugins: [any Plugin] = [RetryingPlugin(attempts: 2), Self.changing { $0.body = body }]
        let (provider, target, server) = try provider(place, status: 503, plugins)

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 2)
        #expect(server.requests.map(\.body) == (place == .stub ? [] : [Data("some".utf8), Data("some".utf8)]))
    }

    @Test(arguments: Place.allCases)
    func methodMayBeChanged(_ place: Place) async throws {
        let (provider, target, server) = try provider(place, [Self.changing { $0.method = .delete }])

        #expect(try await provider.request(target).request?.method == .delete)
        #expect(server.requests.map(\.method) == (place == .stub ? [] : [.delete]))
    }
}
