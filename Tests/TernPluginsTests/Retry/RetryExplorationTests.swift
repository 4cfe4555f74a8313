import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Concurrent calls with one ``RetryPlugin``, in many orders.
@Suite(.timeLimit(.minutes(20)))
struct RetryExplorationTests {
    /// Makes calls that all fail, and cancels one of them during its delay.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func run(_ plugin: some Plugin, on scheduler: VirtualScheduler, retries: Int) async throws {
        let sent = Watched(0)
        let transport = RecordingTransport { _ in
            sent.update { $0 += 1 }
            return .text("", status: 503)
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin], clock: scheduler.clock)
        let errors = try await withThrowingTaskGroup(of: TernError.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do throws(TernError) {
                        _ = try await provider.request(OpenTarget())
                        throw TernError(.transportFailed, reason: "The call succeeded.")
                    } catch {
                        return error
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try Violation.unless(errors.allSatisfy { $0.code == .unacceptableStatus }, "\(errors.map(\.code))")
        try Violation.unless(sent.value == 4 + retries, "There were \(sent.value) requests.")
        let failures = errors.map(\.earlierFailures.count).reduce(0, +)
        try Violation.unless(failures == retries, "There are \(failures) earlier failures.")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func budgetIsNeverExceeded() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            let budget = RetryBudget(maximumRetries: 3, retriesPerCall: 0, retriesPerSecond: 0)
            let plugin = RetryPlugin(RetryPolicy(maximumAttempts: 3, delay: .seconds(1)), budget: budget, random: { 1 })
            try await Self.run(plugin, on: scheduler, retries: 3)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// The planted bug: the budget is read, and written after an `await`.
    private struct CarelessRetries: Plugin {
        private let left = Watched(3)

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var failures: [TernError] = []
            while true {
                do {
                    return try await next(request)
                } catch let error as TernError {
                    let left = left.value
                    guard left > 0, failures.count < 2 else { throw error.adding(earlierFailures: failures) }
                    failures.append(error)
                    try await Waiting.wait(for: .seconds(1), on: context.clock)
                    self.left.update { $0 = left - 1 }
                }
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func budgetThatIsCheckedBeforeAnAwaitIsFound() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.run(CarelessRetries(), on: scheduler, retries: 3)
        }
        #expect(failure != nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationEndsEveryCallInItsDelay() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            let transport = RecordingTransport { _ in .text("", status: 503) }
            let plugin = RetryPlugin(RetryPolicy(maximumAttempts: 3, delay: .seconds(100)), random: { 1 })
            let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin], clock: scheduler.clock)
            let call = Task {
                do throws(TernError) {
                    _ = try await provider.request(OpenTarget())
                    return nil as TernError?
                } catch {
                    return error
                }
            }
            let cancelling = Task { call.cancel() }
            let error = await call.value
            await cancelling.value

            try Violation.unless(error?.code == .cancelled, "\(error?.code.rawValue ?? "no error")")
            try Violation.unless(scheduler.now == .zero, "The delay went on.")
            let failures = error?.earlierFailures.count
            try Violation.unless(failures == transport.requests.count, "\(failures ?? -1) earlier failures")
        }
        #expect(failure == nil, "\(failure as Any)")
    }
}
