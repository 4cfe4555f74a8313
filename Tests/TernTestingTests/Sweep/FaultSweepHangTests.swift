import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FaultSweepHangTests {
    private let clock = ManualClock()

    @Test func bodyThatNeverEndsHangs() async throws {
        let waiting = SampleGate()
        async let sweep = FaultSweep.run(
            on: Library.self,
            faults: [.offline],
            clock: clock,
            responding: FaultSweepTests.answer
        ) { provider in
            if (try? await provider.value(.book("1"))) == nil { try await waiting.pass() }
        }

        await waiting.waitForArrivals(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))

        let report = try await sweep
        #expect(report.rows.map { "\($0)" } == ["Library.book, offline: hang"])
        #expect(report.hangs.count == 1)
        #expect(report.surfaced.isEmpty)
    }

    @Test func bodyThatIgnoresCancellationIsAbandonedAndTheSweepContinues() async throws {
        let end = SampleGate()
        let waiting = SampleGate()
        async let sweep = FaultSweep.run(
            on: Library.self,
            faults: [.offline, .status(404)],
            clock: clock,
            responding: FaultSweepTests.answer
        ) { provider in
            do {
                _ = try await provider.value(.book("1"))
            } catch let error as TernError where error.code == .notConnected {
                // Cancelling the body doesn't reach this task.
                await Task {
                    async let mark: Void? = try? waiting.pass()
                    try? await end.pass()
                    _ = await mark
                }.value
            }
        }

        await waiting.waitForArrivals(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))

        let report = try await sweep
        #expect(
            report.rows.map { "\($0.outcome)" } == [
                "hang, continues after cancellation", "surfaced: unacceptableStatus",
            ]
        )
        #expect(report.hangs.count == 1)
        waiting.release()
        end.release()
    }

    @Test func aBodyThatHangsWithoutAFaultIsAnError() async throws {
        let waiting = SampleGate()
        let sweep = Task { [clock] in
            try await FaultSweep.run(on: Library.self, clock: clock, responding: FaultSweepTests.answer) { _ in
                try await waiting.pass()
            }
        }

        await waiting.waitForArrivals(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))

        let error = await #expect(throws: TestKitError.self) { _ = try await sweep.value }
        #expect(error?.code == .failsWithoutFault)
    }

    @Test func cancelledSweepEndsAtOnceAndCancelsItsBody() async throws {
        let waiting = SampleGate()
        let ended = SampleGate()
        let sweep = Task { [clock] in
            try await FaultSweep.run(on: Library.self, clock: clock, responding: FaultSweepTests.answer) { _ in
                do {
                    try await waiting.pass()
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

    @Test func cancelledSweepReturnsItsRows() async throws {
        let waiting = SampleGate()
        let sweep = Task { [clock] in
            let faults: [Fault] = [.status(404), .offline, .status(500)]
            return try await FaultSweep.run(faults: faults, clock: clock, responding: FaultSweepTests.answer) {
                provider in
                do {
                    _ = try await provider.value(.book("1"))
                } catch let error as TernError where error.code == .notConnected {
                    try await waiting.pass()
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

    @Test func aPluginThatPollsItsClockForEverIsStoppedWithTheRun() async throws {
        let polled = SampleGate()
        async let sweep = FaultSweep.run(
            on: Library.self,
            faults: [.offline],
            plugins: [PollingPlugin(polled: polled)],
            clock: clock,
            responding: FaultSweepTests.answer
        ) { provider in
            _ = try await provider.value(.book("1"))
        }

        try await polled.pass()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3_600))

        #expect(try await sweep.hangs.count == 1)
    }

    @Test func eachRowIsPrintedBeforeItRuns() async throws {
        let log = Locked<[String]>([])
        let tell: @Sendable (FaultReport.Place) -> Void = { place in log.withLock { $0.append("\(place)") } }
        _ = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline, .cancel],
            willRun: tell,
            responding: FaultSweepTests.answer
        ) { provider in
            log.withLock { $0.append("run") }
            _ = try await provider.value(.book("1"))
        }

        #expect(
            log.withLock { $0 } == ["run", "Library.book, offline", "run", "Library.book, cancel", "run"]
        )
    }

    @Test func aCrashLeavesTheNameOfItsRowAsTheLastLine() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await FaultSweep.run(
                on: Library.self,
                faults: [.offline, .status(404), .cancel],
                willRun: FaultSweep.tellingStandardError,
                responding: FaultSweepTests.answer
            ) { provider in
                do {
                    _ = try await provider.value(.book("1"))
                } catch let error as TernError where error.code == .unacceptableStatus {
                    _exit(EXIT_FAILURE)
                }
            }
        }

        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.last { $0.hasPrefix("FaultSweep: ") } == "FaultSweep: Library.book, 404")
    }
}

/// Repeatedly waits on its clock after a failed call.
private struct PollingPlugin: Plugin {
    let polled: SampleGate

    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        do {
            return try await next(request)
        } catch {
            while true {
                try await context.clock.sleep(for: .seconds(1))
                polled.release()
            }
        }
    }
}
