import Foundation
import Tern
import TernTesting
import Testing

/// The runs of a sweep don't disturb each other, other sweeps or the test.
@Suite(.timeLimit(.minutes(5)))
struct FaultSweepIsolationTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sweepInVirtualTimeTakesNoTimeOfTheTest() async throws {
        let scheduler = VirtualScheduler()

        let outcomes = try await scheduler.run {
            try await scheduler.clock.sleep(for: .seconds(1))
            async let other: Void = scheduler.clock.sleep(for: .seconds(2))
            let report = try await FaultSweep.run(
                on: Library.self,
                faults: [.slow(by: .seconds(20)), .slow(by: .seconds(40)), .cancel],
                responding: FaultSweepTests.sample
            ) { provider in
                _ = try await provider.value(.books())
            }
            #expect(scheduler.now == .seconds(1))
            try await other
            return report.rows.map { "\($0.outcome)" }
        }

        #expect(outcomes == ["recovered", "surfaced: timedOut", "surfaced: cancelled"])
        #expect(scheduler.now == .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func parallelSweepsAreIndependent() async throws {
        let delays = [10, 20, 31, 40, 50, 60]
        let outcomes = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for delay in delays {
                group.addTask {
                    let report = try await FaultSweep.run(
                        on: Library.self,
                        faults: [.slow(by: .seconds(delay)), .offline],
                        responding: FaultSweepTests.sample
                    ) { provider in
                        _ = try await provider.value(.books())
                    }
                    return (delay, report.rows.map { "\($0.outcome)" })
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        for delay in delays {
            let slow = delay > 30 ? "surfaced: timedOut" : "recovered"
            #expect(outcomes[delay] == [slow, "surfaced: notConnected"])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskThatOutlivesTheBodyEndsBeforeTheNextRun() async throws {
        let log = Locked<[String]>([])
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline, .status(404)],
            responding: FaultSweepTests.sample
        ) { provider in
            let scheduler = try #require(VirtualScheduler.current)
            log.withLock { $0.append("begin") }
            Task {
                try await scheduler.clock.sleep(for: .seconds(60))
                _ = try? await provider.value(.books())
                log.withLock { $0.append("task ends") }
            }
            _ = try await provider.value(.book("1"))
        }

        #expect(report.calls == ["Library.book"])
        #expect(report.surfaced.count == 2)
        #expect(log.withLock { $0 } == ["begin", "task ends", "begin", "task ends", "begin", "task ends"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskThatPollsForEverStopsWithItsRun() async throws {
        let polls = Locked(0)
        func sweep() async throws -> Int {
            _ = try await FaultSweep.run(
                on: Library.self,
                faults: [.offline],
                responding: FaultSweepTests.sample
            ) { provider in
                let clock = try #require(VirtualScheduler.current).clock
                Task {
                    while true {
                        try? await clock.sleep(for: .seconds(600))
                        polls.withLock { $0 += 1 }
                    }
                }
                _ = try await provider.value(.book("1"))
            }
            return polls.withLock { $0 }
        }

        // Two runs with six polls each, in the hour after the body.
        #expect(try await sweep() == 12)
        #expect(try await sweep() == 24)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor @Test func bodyOnTheMainActorIsSwept() async throws {
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline, .slow(by: .seconds(20)), .cancel],
            responding: FaultSweepTests.sample
        ) { @MainActor provider in
            _ = try await provider.value(.books())
        }

        #expect(
            report.rows.map { "\($0.outcome)" } == ["surfaced: notConnected", "recovered", "surfaced: cancelled"]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyMayUseASocket() async throws {
        let server = try LoopbackServer { _ in .text("up") }
        let url = server.url
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.offline, .slow(by: .seconds(20))],
            responding: FaultSweepTests.sample
        ) { provider in
            _ = try await Provider<Ping>().request(Ping(baseURL: url))
            _ = try await provider.value(.books())
        }
        server.stop()

        #expect(report.rows.map { "\($0.outcome)" } == ["surfaced: notConnected", "recovered"])
    }
}

private struct Ping: TargetType {
    let baseURL: URL
    var path: String { "/" }
}
