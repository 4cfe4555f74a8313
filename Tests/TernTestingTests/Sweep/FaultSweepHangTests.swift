import Foundation
import Tern
import TernTesting
import Testing

/// Bodies that don't end, and sweeps that are cancelled.
@Suite(.timeLimit(.minutes(5)))
struct FaultSweepHangTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatWaitsForNothingHangsAtOnce() async throws {
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline],
            responding: FaultSweepTests.sample
        ) { provider in
            if (try? await provider.value(.book("1"))) == nil { try await SampleGate().pass() }
        }

        #expect(report.rows.map { "\($0)" } == ["Library.book, offline: hang"])
        #expect(report.hangs.count == 1)
        #expect(report.surfaced.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatIgnoresCancellationIsAbandonedAndTheSweepContinues() async throws {
        let kept = Locked<[CheckedContinuation<Void, Never>]>([])
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline, .status(404)],
            responding: FaultSweepTests.sample
        ) { provider in
            do {
                _ = try await provider.value(.book("1"))
            } catch let error as TernError where error.code == .notConnected {
                await withCheckedContinuation { end in kept.withLock { $0.append(end) } }
            }
        }

        #expect(
            report.rows.map { "\($0.outcome)" } == [
                "hang, continues after cancellation", "surfaced: unacceptableStatus",
            ]
        )
        #expect(report.hangs.count == 1)
        for end in kept.withLock({ $0 }) { end.resume() }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatHangsWithoutAFaultIsAnErrorThatListsItsWaits() async throws {
        let error = await #expect(throws: TestKitError.self) {
            try await FaultSweep.run(on: Library.self, responding: FaultSweepTests.sample) { _ in
                try await SampleGate().pass()
            }
        }

        #expect(error?.code == .failsWithoutFault)
        #expect((error?.underlying as? TestKitError)?.code == .stalled)
        #expect(error?.message.contains("the caller waits for the end of the body") == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatBlocksItsThreadHangs() async throws {
        let scheduler = VirtualScheduler.Options(patience: .milliseconds(100))
        let semaphore = DispatchSemaphore(value: 0)
        let error = await #expect(throws: TestKitError.self) {
            try await FaultSweep.run(
                on: Library.self,
                options: .init(scheduler: scheduler),
                responding: FaultSweepTests.sample
            ) { _ in
                Self.wait(for: semaphore)
            }
        }
        semaphore.signal()

        #expect((error?.underlying as? TestKitError)?.code == .blocked)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pluginThatPollsItsClockForEverHangs() async throws {
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline],
            plugins: [PollingPlugin()],
            responding: FaultSweepTests.sample
        ) { provider in
            _ = try await provider.value(.book("1"))
        }

        #expect(report.rows.map { "\($0.outcome)" } == ["hang"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func endlessLoopHangsAtTheLimitOfSteps() async throws {
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline],
            options: .init(scheduler: .init(steps: 1_000)),
            responding: FaultSweepTests.sample
        ) { provider in
            guard (try? await provider.value(.book("1"))) == nil else { return }
            while !Task.isCancelled { await Task.yield() }
        }

        #expect(report.rows.map { "\($0.outcome)" } == ["hang"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledSweepEndsAtOnceAndCancelsItsBody() async throws {
        let (waiting, ended) = (SampleGate(), SampleGate())
        let sweep = Task {
            try await FaultSweep.run(on: Library.self, responding: FaultSweepTests.sample) { _ in
                do {
                    try await VirtualScheduler.current?.outside("the cancellation") { try await waiting.pass() }
                } catch {
                    ended.release()
                    throw error
                }
            }
        }

        await waiting.waitForArrivals(atLeast: 1)
        sweep.cancel()

        let error = await #expect(throws: TestKitError.self) { _ = try await sweep.value }
        #expect(error?.code == .sweepCancelled)
        try await ended.pass()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledSweepReturnsItsRows() async throws {
        let waiting = SampleGate()
        let sweep = Task {
            try await FaultSweep.run(
                faults: [.status(404), .offline, .status(500)],
                responding: FaultSweepTests.sample
            ) { provider in
                do {
                    _ = try await provider.value(.book("1"))
                } catch let error as TernError where error.code == .notConnected {
                    try await VirtualScheduler.current?.outside("the cancellation") { try await waiting.pass() }
                }
            }
        }
        await waiting.waitForArrivals(atLeast: 1)

        sweep.cancel()

        let error = await #expect(throws: TestKitError.self) { _ = try await sweep.value }
        #expect(error?.code == .sweepCancelled)
        #expect(
            error?.description == """
                sweepCancelled: The task of the sweep was cancelled at Library.book, offline, after 1 of 3 rows.
                call          fault  outcome
                Library.book  404    surfaced: unacceptableStatus
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func trapLeavesTheNameOfItsRowAsTheLastLine() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await FaultSweep.run(
                on: Library.self,
                faults: [.offline, .status(404), .cancel],
                options: .init(printsProgress: true),
                responding: FaultSweepTests.sample
            ) { provider in
                do {
                    _ = try await provider.value(.book("1"))
                } catch let error as TernError where error.code == .unacceptableStatus {
                    _exit(EXIT_FAILURE)
                }
            }
        }

        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("FaultSweep: ") } == [
                "FaultSweep: Library.book, offline", "FaultSweep: Library.book, 404",
            ]
        )
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}

/// Waits on its clock again and again after a failed call.
private struct PollingPlugin: Plugin {
    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        do {
            return try await next(request)
        } catch {
            while true { try await context.clock.sleep(for: .seconds(1)) }
        }
    }
}
