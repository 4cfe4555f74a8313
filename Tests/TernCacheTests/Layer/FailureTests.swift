import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// Stored responses in place of failures (RFC 5861, section 4).
@Suite(.timeLimit(.minutes(20)))
struct FailureTests {
    private struct Broken: Error {}

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

    @Test(arguments: failures.indices)
    func staleIfErrorOfTheServerAllowsIt(index: Int) async throws {
        let field: HTTPHeaders = ["Cache-Control": "max-age=60, stale-if-error=10"]
        let api = CachedAPI({ _ in .fresh("body", field) }, Self.failures[index])
        try await api.send()

        api.pass(.seconds(70))
        #expect(try await api.send().text == "body")
        api.pass(.seconds(1))
        if index == 0 || index == Self.failures.count - 1 {
            #expect(try await api.send().statusCode >= 500)
        } else {
            await #expect(throws: TernError.self) { try await api.send() }
        }
    }

    @Test(arguments: ["must-revalidate", "no-cache"])
    func theServerCanForbidIt(directive: String) async throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=60, \(directive)"]
        let api = CachedAPI(
            { _ in .fresh("body", headers) },
            { _ in throw TernError(.notConnected) },
            staleOnFailure: .seconds(3_600)
        )
        try await api.send()
        api.pass(.seconds(61))

        let error = await #expect(throws: TernError.self) { try await api.send() }

        #expect(error?.code == .notConnected)
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

        let error = await #expect(throws: TernError.self) { try await api.send(use: .reload) }

        #expect(error?.code == .notConnected)
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

    /// OkHttp 8077.
    @Test func aClockThatWasSetBackValidatesOnce() async throws {
        let api = CachedAPI(
            { _ in .fresh("a", ["ETag": "\"a\""]) },
            { _ in .notModified(["Cache-Control": "max-age=60"]) }
        )
        try await api.send()

        api.pass(.seconds(-86_400))
        #expect(try await api.send().cache == .revalidated)
        #expect(try await api.send().cache == .hit(age: .zero))
    }
}

extension Response {
    fileprivate func with(status: Int) -> Response {
        var response = self
        response.statusCode = status
        return response
    }
}
