import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// A call with several attempts stays within its session, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct RefreshSessionTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private static let target = OpenTarget(method: .put, authorization: .bearer)

    /// Responds with status 503 and `Retry-After: 10` to the first request, and with 200 to the others.
    private static func transport() -> RecordingTransport {
        let count = Watched(0)
        return RecordingTransport { _ in
            let number = count.update { count in
                count += 1
                return count
            }
            return number == 1 ? Response(statusCode: 503, headers: ["Retry-After": "10"]) : Response(statusCode: 200)
        }
    }

    private static func fields(_ transport: RecordingTransport) -> [String?] {
        transport.requests.map { $0.headers["Authorization"] }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func retryIsNotSentWithTheTokenOfAnotherUser() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let transport = Self.transport()
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "ada"), refresh: { $0 })
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RetryPlugin(), authorization],
            clock: scheduler.clock
        )
        let call = Task { try await provider.request(Self.target) }
        try await scheduler.clock.sleep(for: .seconds(1))

        try await authorization.signOut()
        try await authorization.signIn(Credentials(token: "bob"))
        let error = await #expect(throws: TernError.self) { try await call.value }

        #expect(error?.code == .missingCredentials)
        #expect(error?.earlierFailures.map(\.code) == [.unacceptableStatus])
        #expect(Self.fields(transport) == ["Bearer ada"])
        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(Self.fields(transport) == ["Bearer ada", "Bearer bob"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func retryIsSentWithARefreshedTokenOfItsSession() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let transport = Self.transport()
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "ada", expiresIn: .seconds(8))) { _ in
            Credentials(token: "ada 2")
        }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RetryPlugin(), authorization],
            clock: scheduler.clock
        )

        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(Self.fields(transport) == ["Bearer ada", "Bearer ada 2"])
    }

    /// A plugin can ask the user to sign in, and send the request then.
    @Test func callWithoutATokenJoinsTheSessionOfItsRetry() async throws {
        struct SignIn: Plugin {
            let authorization: RefreshingAuthorizationPlugin

            func intercept(
                _ request: Request,
                context: RequestContext,
                next: Next
            ) async throws -> Response {
                do {
                    return try await next(request)
                } catch let error as TernError where error.code == .missingCredentials {
                    try await authorization.signIn(Credentials(token: "ada"))
                    return try await next(request)
                }
            }
        }
        let transport = RecordingTransport { _ in Response(statusCode: 200) }
        let authorization = RefreshingAuthorizationPlugin(refresh: { $0 })
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [SignIn(authorization: authorization), authorization]
        )

        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(Self.fields(transport) == ["Bearer ada"])
    }
}
