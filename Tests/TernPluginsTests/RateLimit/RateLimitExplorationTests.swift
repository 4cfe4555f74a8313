import Foundation
import Tern
import TernTesting
import TestDoubles
import TestRounds
import Testing

@testable import TernPlugins

/// Concurrent calls with one ``RateLimitPlugin``, some of them cancelled, in many orders.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct RateLimitExploration {
    /// Five calls with a rate of one per second, of which two are cancelled at these times.
    static func run(_ plugin: some Plugin, on scheduler: VirtualScheduler, cancelAt: [Double]) async throws {
        let times = Watched<[Duration]>([])
        let transport = RecordingTransport { _ in
            times.append(scheduler.now)
            return Response(statusCode: 200)
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin], clock: scheduler.clock)
        let calls = (0..<5).map { _ in Task { (try? await provider.request(OpenTarget())) != nil } }
        let cancelling = zip([1, 2], cancelAt).map { index, time in
            Task {
                try? await scheduler.clock.sleep(for: .seconds(time))
                calls[index].cancel()
            }
        }
        var succeeded = 0
        for call in calls where await call.value { succeeded += 1 }
        for task in cancelling { await task.value }
        try Violation.unless(succeeded >= 3, "Only \(succeeded) calls succeeded.")
        let sent = times.value
        for (one, other) in zip(sent, sent.dropFirst()) {
            try Violation.unless(other - one >= .seconds(1), "Requests were sent at \(one) and \(other).")
        }
        try Violation.unless(sent.count == succeeded, "\(sent.count) requests for \(succeeded) successes")
        // A call that is cancelled in the queue takes no token, so the last one is sent without a gap. A call that is
        // cancelled when it has left the queue has used its token.
        guard cancelAt.allSatisfy({ $0 != $0.rounded() }) else { return }
        try Violation.unless(sent.last == .seconds(sent.count - 1), "The last request was sent at \(sent.last as Any).")
    }
}

@Suite(.timeLimit(.minutes(20)))
struct RateLimitExplorationTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [[0.5, 1.5], [0, 1], [1, 2], [2, 2]]) func rateIsNeverExceededAndNoTokenIsLost(
        cancelAt: [Double]
    ) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            let plugin = RateLimitPlugin(1, per: .seconds(1))
            try await RateLimitExploration.run(plugin, on: scheduler, cancelAt: cancelAt)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// The planted bug: a call reserves its time before it waits, and doesn't give it back when it is cancelled.
    private struct LosingLimit: Plugin {
        private let free = Watched(Duration.zero)
        private let stopwatch = SharedStopwatch()

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let now = stopwatch.elapsed(on: context.clock)
            let delay = free.update { free in
                let start = max(free, now)
                free = start + .seconds(1)
                return start - now
            }
            try await Waiting.wait(for: delay, on: context.clock)
            return try await next(request)
        }
    }

    /// Another planted bug: the time is read, and reserved after an `await`.
    private struct CarelessLimit: Plugin {
        private let free = Watched(Duration.zero)
        private let stopwatch = SharedStopwatch()

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            while true {
                let delay = free.value - stopwatch.elapsed(on: context.clock)
                if delay <= .zero { break }
                try await Waiting.wait(for: delay, on: context.clock)
            }
            await Task.yield()
            let now = stopwatch.elapsed(on: context.clock)
            free.update { $0 = now + .seconds(1) }
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [LosingLimit(), CarelessLimit()] as [any Plugin]) func wrongLimitIsFound(
        plugin: any Plugin
    ) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            let plugin: any Plugin = plugin is LosingLimit ? LosingLimit() : CarelessLimit()
            try await RateLimitExploration.run(plugin, on: scheduler, cancelAt: [0.5, 1.5])
        }
        #expect(failure != nil)
    }
}
