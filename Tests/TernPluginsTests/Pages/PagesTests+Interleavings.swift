import Foundation
import Tern
import TernTesting
import TestDoubles
import TestRounds
import Testing

@testable import TernPlugins

/// Prefetched pages and cancellation, in all orders.
@Suite(.timeLimit(.minutes(20)))
struct PagesInterleavingTests {
    /// Counts the requests that run.
    struct Running: Plugin {
        let count = Watched(0)
        let most = Watched(0)
        let total = Watched(0)

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let now = count.update { count in
                count += 1
                return count
            }
            most.update { $0 = max($0, now) }
            total.update { $0 += 1 }
            defer { count.update { $0 -= 1 } }
            return try await next(request)
        }
    }

    /// A provider of three pages, each after a second.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func provider(_ running: Running, _ scheduler: VirtualScheduler) -> Provider<PageAPI> {
        .stub(delay: .seconds(1), plugins: [running], clock: scheduler.clock, journal: nil) { _ in
            .inOrder(.page([1], next: "?page=2"), .page([2], next: "?page=3"), .page([3]))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [(false, 6), (true, 4)])
    func prefetchTakesTheTimeOfTheReader(prefetch: Bool, seconds: Int) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            let running = Running()
            let start = scheduler.clock.now
            let pages = Self.provider(running, scheduler).pages(.links(from: .numbers()), prefetch: prefetch)
            var values: [Int] = []
            for try await page in pages {
                values += page.value
                try await scheduler.clock.sleep(for: .seconds(1))
            }
            guard values == [1, 2, 3] else { throw Violation("\(values)") }
            let time = start.duration(to: scheduler.clock.now)
            guard time == .seconds(seconds) else { throw Violation("\(time)") }
            guard running.most.value == 1, running.count.value == 0 else { throw Violation("\(running.most.value)") }
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// The task of the loop is cancelled while it waits for a page, while it works on one, and between the two.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func cancellationEndsTheLoopAndItsRequests(prefetch: Bool) async throws {
        for milliseconds in stride(from: 0, through: 3_500, by: 500) {
            let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
                let running = Running()
                let provider = Self.provider(running, scheduler)
                let reader = Task {
                    var values: [Int] = []
                    do {
                        for try await page in provider.pages(.links(from: .numbers()), prefetch: prefetch) {
                            values += page.value
                            try? await scheduler.clock.sleep(for: .milliseconds(500))
                        }
                    } catch let error as TernError where error.code == .cancelled {
                        return values
                    }
                    return values + [0]
                }
                try await scheduler.clock.sleep(for: .milliseconds(milliseconds))
                reader.cancel()
                let values = try await reader.value
                guard values == Array([1, 2, 3, 0].prefix(values.count)) else { throw Violation("\(values)") }
                // A loop that isn't over doesn't end without an error.
                guard values.last != 0 || milliseconds >= 3_000 else { throw Violation("\(values)") }
                let end = scheduler.clock.now
                try await scheduler.runUntilIdle()
                guard running.count.value == 0 else { throw Violation("A request runs.") }
                guard end.duration(to: scheduler.clock.now) == .zero else { throw Violation("A request ran.") }
            }
            #expect(failure == nil, "\(milliseconds): \(failure as Any)")
        }
    }

    /// A loop that ends early, with a request ahead in any state.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func leaveEarly<Ahead>(
        _ scheduler: VirtualScheduler,
        with makePrefetch: (@escaping @Sendable () async throws(TernError) -> Response) -> Ahead
    ) async throws {
        let running = Running()
        let provider = provider(running, scheduler)
        do {
            let ahead = makePrefetch { () throws(TernError) in try await provider.request(.numbers(page: 1)) }
            await Task.yield()
            withExtendedLifetime(ahead) {}
        }
        try await scheduler.runUntilIdle()
        guard scheduler.clock.now.offset == .zero else { throw Violation("The request ran to its end.") }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func releasedPrefetchIsCancelled() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.leaveEarly(scheduler) { Prefetch($0) }
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func prefetchThatIsNotCancelledIsFound() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.leaveEarly(scheduler) { request in Task { try await request() } }
        }
        #expect(failure?.failure.contains("ran to its end") == true, "\(failure as Any)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func leavingTheLoopCancelsTheRequestAhead() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            let running = Running()
            for try await _ in Self.provider(running, scheduler).pages(.links(from: .numbers()), prefetch: true) {
                await Task.yield()
                break
            }
            try await scheduler.runUntilIdle()
            guard scheduler.clock.now.offset == .seconds(1) else {
                throw Violation("The request ahead ran to its end.")
            }
            guard running.count.value == 0, running.total.value <= 2 else { throw Violation("\(running.total.value)") }
        }
        #expect(failure == nil, "\(failure as Any)")
    }
}
