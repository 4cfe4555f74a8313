import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Two attempts of one call at the same time, while another user signs in: no order lets the call be sent for two users.
@Suite(.timeLimit(.minutes(20)))
struct SessionOfConcurrentAttemptsTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    /// Sends a request twice. When the refresh of the first attempt ends, another user signs in, and the second attempt
    /// begins.
    private struct Hedging: Plugin {
        let isRefreshed: Watched<Bool>
        let signIn: @Sendable () async throws -> Void
        /// The codes of the failed attempts.
        let failures: Watched<[TernError.Code]>

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            await withTaskGroup(of: Response?.self) { group in
                for number in 0..<2 {
                    group.addTask {
                        do {
                            if number == 1 {
                                await isRefreshed.value { $0 }
                                try await signIn()
                            }
                            return try await next(request)
                        } catch {
                            failures.append(TernError(wrapping: error).code)
                            return nil
                        }
                    }
                }
                var last: Response?
                for await response in group { last = response ?? last }
                return last ?? Response(statusCode: 499)
            }
        }
    }

    /// - Returns: The users of the requests that were sent.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func usersOfOneCall(_ scheduler: VirtualScheduler) async throws -> [String] {
        let transport = RecordingTransport { _ in Response(statusCode: 200) }
        let isRefreshed = Watched(false)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "ada", expiresIn: .zero)) { _ in
            isRefreshed.update { $0 = true }
            return Credentials(token: "ada")
        }
        let failures = Watched<[TernError.Code]>([])
        let hedging = Hedging(
            isRefreshed: isRefreshed,
            signIn: { try await authorization.signIn(Credentials(token: "bob")) },
            failures: failures
        )
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [hedging, authorization],
            clock: scheduler.clock
        )
        let response = try await provider.request(OpenTarget(authorization: .bearer))
        // The timer of the refresh ends, too.
        try await scheduler.clock.sleep(for: .seconds(1))

        let users = transport.requests.compactMap { $0.headers["Authorization"] }
        try Violation.unless(Set(users).count <= 1, "The call was sent for \(users).")
        try Violation.unless(failures.value.allSatisfy { $0 == .missingCredentials }, "\(failures.value)")
        try Violation.unless(users.count + failures.value.count == 2, "\(users) and \(failures.value)")
        try Violation.unless(response.attempts == users.count, "\(response.attempts) attempts of \(users)")
        return users
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func attemptsOfOneCallAreSentForOneUserInAnyOrder() async throws {
        let outcomes = Watched<[[String]]>([])
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500)) { scheduler in
            outcomes.append(try await Self.usersOfOneCall(scheduler))
        }

        // The orders in which each user comes first.
        #expect(outcomes.value.contains(["Bearer ada"]) || outcomes.value.contains(["Bearer ada", "Bearer ada"]))
        #expect(outcomes.value.contains(["Bearer bob"]))
    }
}
