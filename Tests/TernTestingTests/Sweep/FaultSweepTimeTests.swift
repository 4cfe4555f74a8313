import Foundation
import Tern
import TernTesting
import Testing

/// Slow responses, backoff and cancellation, without real time.
@Suite(.timeLimit(.minutes(5)))
struct FaultSweepTimeTests {
    /// Retries a given number of times, after `Retry-After` or a second.
    private struct Again: Plugin {
        let retries: Int
        let sent: Locked<Int>

        func intercept(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) async throws -> Response {
            for _ in 0..<retries {
                do {
                    return try await send(request, next)
                } catch let error as TernError where error.code == .unacceptableStatus {
                    let seconds = error.response?.headers["Retry-After"].flatMap { Int($0) } ?? 1
                    try await context.clock.sleep(for: .seconds(seconds))
                }
            }
            return try await send(request, next)
        }

        private func send(
            _ request: Request,
            _ next: Next
        ) async throws -> Response {
            sent.withLock { $0 += 1 }
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func outcomes(
        of faults: [FaultSweep.Fault],
        plugins: [any Plugin] = [],
        body: @escaping @Sendable (Provider<Library>) async throws -> Void
    ) async throws -> [String] {
        let report = try await FaultSweep.run(
            faults: faults,
            plugins: plugins,
            responding: FaultSweepTests.sample,
            body: body
        )
        return report.rows.map { "\($0.outcome)" }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func slowResponseArrivesBeforeTheTargetsTimeoutOrTimesOut() async throws {
        let faults: [FaultSweep.Fault] = [10, 29, 30, 31, 3600].map { .slow(by: .seconds($0)) }

        let outcomes = try await outcomes(of: faults) { _ = try await $0.value(.books()) }

        // The response of 30 s comes at the time of the timeout, whose timer was set after that of the response.
        let late = "surfaced: timedOut"
        #expect(outcomes == ["recovered", "recovered", "recovered", late, late])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func slowResponseWithoutATimeoutEndsWithTheTransportsTimeout() async throws {
        let faults: [FaultSweep.Fault] = [.slow(by: .seconds(59)), .slow(by: .seconds(60))]

        let outcomes = try await outcomes(of: faults) { _ = try await $0.value(.book("1")) }

        #expect(outcomes == ["recovered", "surfaced: timedOut"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func ignoredTimeoutIsASilentSuccess() async throws {
        let outcomes = try await outcomes(of: [.slow(by: .seconds(3600))]) { _ = try? await $0.value(.books()) }

        #expect(outcomes == ["silent success"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aRetryingPluginMeetsTheFaultAtEachAttempt() async throws {
        let sent = Locked(0)

        let outcomes = try await outcomes(
            of: [.tooManyRequests(retryAfter: 86_400), .status(503), .slow(by: .seconds(3600))],
            plugins: [Again(retries: 2, sent: sent)]
        ) { _ = try await $0.value(.books()) }

        #expect(outcomes == ["surfaced: unacceptableStatus", "surfaced: unacceptableStatus", "surfaced: timedOut"])
        // The call is sent once without a fault, three times with a status, and once with a timeout.
        #expect(sent.withLock { $0 } == 8)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func concurrentCallsWaitForTheirOwnTimers() async throws {
        let outcomes = try await outcomes(
            of: [.slow(by: .seconds(20)), .slow(by: .seconds(40)), .status(503)],
            plugins: [Again(retries: 1, sent: Locked(0))]
        ) { provider in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await provider.value(.books()) } }
                try await group.waitForAll()
            }
        }

        let each = ["recovered", "surfaced: timedOut", "surfaced: unacceptableStatus"]
        #expect(outcomes == each + each + each + each)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aCancelledBodyThatThrowsSurfacesIt() async throws {
        let outcomes = try await outcomes(of: [.cancel]) { provider in
            _ = try await provider.value(.books())
            _ = try await provider.value(.book("1"))
        }

        #expect(outcomes == ["surfaced: cancelled", "surfaced: cancelled"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func uncancelledCallReceivesItsResponse() async throws {
        let outcomes = try await outcomes(of: [.cancel]) { provider in
            _ = try await Task { try await provider.value(.books()) }.value
            _ = try await Task { try await provider.value(.book("1")) }.value
        }

        #expect(outcomes == ["silent success", "silent success"])
    }

    #if os(Linux) && compiler(>=6.3)
        @Test func sleepOnAnotherClockTakesVirtualTime() async throws {
            let outcomes = try await outcomes(of: [.offline]) { provider in
                do {
                    _ = try await provider.value(.books())
                } catch {
                    try await Task.sleep(for: .seconds(3_600))
                    _ = try await provider.value(.books())
                }
            }

            #expect(outcomes == ["recovered"])
        }
    #endif
}
