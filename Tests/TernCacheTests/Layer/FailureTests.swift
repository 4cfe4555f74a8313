import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// Stored responses in place of failures (RFC 5861, section 4).
@Suite(.timeLimit(.minutes(20)))
struct FailureTests {
    private static let failures: [CachedAPI.Reply] = [
        { _ in Response(statusCode: 503) }, { _ in throw TernError(.notConnected) },
        { _ in throw TernError(.timedOut) },
        // undici 5507.
        { _ in throw URLError(.cannotConnectToHost) }, { _ in throw ConnectionLoss(TernError(.connectionLost)) },
        { _ in throw Broken() },
        { _ in .streamed(["error"], then: nil).with(status: 500) },
    ]

    @Test(arguments: failures.indices)
    func aStoredResponseReplacesAFailure(index: Int) async throws {
        let api = CachedAPI({ _ in .fresh() }, Self.failures[index], staleOnFailure: .seconds(3_600))
        try await api.send()
        api.pass(.seconds(61))

        let stale = try await api.send()

        #expect(stale.cache == .stale(age: .seconds(61)))
        #expect(stale.statusCode == 200)
        #expect(stale.text == "body")
        #expect(stale.attempts == 1)
        #expect(api.cache.statistics.staleHits == 1)
    }

    @Test func theBodyOfAFailureIsNotWaitedFor() async throws {
        let reads = Watched(0)
        let failing = AsyncStream<Data> {
            let count = reads.update { count in
                count += 1
                return count
            }
            return count == 1 ? Data("error".utf8) : nil
        }
        let api = CachedAPI(
            { _ in .fresh() },
            { _ in Response(statusCode: 503, body: .stream(BodyStream(failing))) },
            staleOnFailure: .seconds(3_600)
        )
        try await api.send()
        api.pass(.seconds(61))

        #expect(try await api.send().cache == .stale(age: .seconds(61)))

        #expect(reads.value == 0)
    }

    @Test(arguments: [TernError.Code.cancelled, .invalidURL, .unsupportedConfiguration, .bodyTooLarge])
    func otherErrorsAreTheCallers(code: TernError.Code) async throws {
        let api = CachedAPI({ _ in .fresh() }, { _ in throw TernError(code) }, staleOnFailure: .seconds(3_600))
        try await api.send()
        api.pass(.seconds(61))

        let error = await #expect(throws: TernError.self) { try await api.send() }

        #expect(error?.code == code)
    }

    @Test func aReloadFails() async throws {
        let api = CachedAPI({ _ in .fresh() }, { _ in throw TernError(.notConnected) }, staleOnFailure: .seconds(3_600))
        try await api.send()

        #expect(await failure { try await api.send(use: .reload) }?.code == .notConnected)

        #expect(try await api.send().text == "body")
    }

    @Test func anotherVariantReplacesNoFailure() async throws {
        let api = CachedAPI(
            { _ in .fresh("a", ["Vary": "X"]) },
            { _ in throw TernError(.notConnected) },
            staleOnFailure: .seconds(3_600)
        )
        try await api.send(headers: ["X": "a"])

        await #expect(throws: TernError.self) { try await api.send(headers: ["X": "b"]) }
    }
}

extension Response {
    fileprivate func with(status: Int) -> Response {
        var response = self
        response.statusCode = status
        return response
    }
}
