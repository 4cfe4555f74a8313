import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Concurrent calls with one ``ConcurrencyLimitPlugin``, some of them cancelled, in many orders.
@Suite(.timeLimit(.minutes(20)))
struct ConcurrencyLimitExplorationTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func run(_ plugin: some Plugin, on scheduler: VirtualScheduler) async throws {
        let running = Watched((now: 0, most: 0))
        let counting = InterceptingPlugin { request, _, next in
            running.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.update { $0.now -= 1 } }
            return try await next(request)
        }
        let provider = Provider<OpenTarget>.stub(
            delay: .seconds(1),
            plugins: [plugin, counting],
            clock: scheduler.clock
        ) { _ in .status(200) }
        let calls = (0..<6).map { _ in Task { (try? await provider.request(OpenTarget())) != nil } }
        let cancelling = [0, 3, 4].map { index in
            Task {
                if index == 4 { try? await scheduler.clock.sleep(for: .seconds(1)) }
                calls[index].cancel()
            }
        }
        for task in cancelling { await task.value }
        for index in [1, 2, 5] where await !calls[index].value { throw Violation("Call \(index) failed.") }
        for call in calls { _ = await call.value }
        try Violation.unless(running.value.most <= 2, "\(running.value.most) requests ran at the same time.")
        try Violation.unless(running.value.now == 0, "A request runs still.")
        // Both permits are there again: two calls run side by side.
        let start = scheduler.now
        async let one = provider.request(OpenTarget())
        async let other = provider.request(OpenTarget())
        _ = try await (one, other)
        let time = scheduler.now - start
        try Violation.unless(time == .seconds(1), "Two calls took \(time).")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func limitIsNeverExceededAndNoPermitIsLost() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.run(ConcurrencyLimitPlugin(2), on: scheduler)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// The planted bugs.
    private struct WrongLimit: Plugin {
        enum Bug: CaseIterable {
            /// The number is read, and written after an `await`.
            case checkThenAct
            /// A call that is cancelled after it got its permit doesn't give it back.
            case lostPermit
        }

        private struct State {
            var free = 2
            var waiters: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
            var lastID = 0
        }

        let bug: Bug
        private let state = Watched(State())

        init(_ bug: Bug) {
            self.bug = bug
        }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            if bug == .checkThenAct {
                while state.value.free == 0 { try await Waiting.wait(for: .milliseconds(100), on: context.clock) }
                await Task.yield()
                state.update { $0.free -= 1 }
            } else {
                guard await acquire() else { throw CancellationError() }
                // The permit is lost here.
                try Task.checkCancellation()
            }
            defer { release() }
            return try await next(request)
        }

        private func acquire() async -> Bool {
            let id = state.update { state in
                state.lastID += 1
                return state.lastID
            }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isFree = state.update { state in
                        if Task.isCancelled { return false as Bool? }
                        if state.free == 0 {
                            state.waiters.append((id, continuation))
                            return nil
                        }
                        state.free -= 1
                        return true
                    }
                    if let isFree { continuation.resume(returning: isFree) }
                }
            } onCancel: {
                state.update { state in
                    state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
                }?.resume(returning: false)
            }
        }

        private func release() {
            state.update { state in
                if state.waiters.isEmpty {
                    state.free += 1
                    return nil as CheckedContinuation<Bool, Never>?
                }
                return state.waiters.removeFirst().continuation
            }?.resume(returning: true)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [0, 1]) func wrongLimitIsFound(bug: Int) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.run(WrongLimit(WrongLimit.Bug.allCases[bug]), on: scheduler)
        }
        #expect(failure != nil)
    }
}
