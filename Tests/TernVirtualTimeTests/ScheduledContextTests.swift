import TestRounds
import Testing

@testable import TernVirtualTime

/// No task of a test leaves its scheduler, however it was made and however it suspends: every run has the same order,
/// and a timer never fires while there is work.
@Suite(.timeLimit(.minutes(20)))
struct ScheduledContextTests {
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test(arguments: ScheduledContext.own, ScheduledSuspension.own)
    func everySuspensionKeepsItsOrder(context: ScheduledContext, suspension: ScheduledSuspension) async throws {
        try await expectOneOrder(context, suspension)
    }

    // Serialized, because the order of tests that use one global actor at the same time isn't determined.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test(.serialized, arguments: ScheduledSuspension.allCases)
    func taskOnAGlobalActorKeepsItsOrder(suspension: ScheduledSuspension) async throws {
        try await expectOneOrder(.globalActorTask, suspension)
        if suspension == .globalActorHop {
            for context in ScheduledContext.own { try await expectOneOrder(context, suspension) }
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test(arguments: 0..<8)
    func timeWaitsForAGlobalActorThatOtherTestsUse(number: Int) async throws {
        for _ in 0..<Rounds.count(100, part: 20) {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                let clock = scheduler.clock
                async let timer: Void = clock.sleep(for: .seconds(60))
                let task = Task { @SharedActor in
                    for _ in 0..<3 { await Task.yield() }
                    await ScheduledObject().visit()
                    return scheduler.now
                }
                await SharedActor.shared.visit()
                #expect(await task.value == .zero)
                #expect(scheduler.now == .zero)
                try await timer
            }
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    private func expectOneOrder(_ context: ScheduledContext, _ suspension: ScheduledSuspension) async throws {
        let expected = try await trace(context, suspension)
        #expect(expected.count == 9)
        #expect(expected.last == "60 timer")
        #expect(expected.contains { $0.hasPrefix("\(suspension.seconds * 3) ") })

        var others: [[String]: Int] = [:]
        for _ in 1..<Rounds.count(200, part: 20) {
            let trace = try await trace(context, suspension)
            if trace != expected { others[trace, default: 0] += 1 }
        }
        #expect(others == [:], "expected \(expected)")
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    private func trace(_ context: ScheduledContext, _ suspension: ScheduledSuspension) async throws -> [String] {
        let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
        let entries = Guarded<[String]>([])
        try await scheduler.run {
            let (object, clock) = (ScheduledObject(), scheduler.clock)
            @Sendable func record(_ text: String) {
                let seconds = (scheduler.now / .milliseconds(10)).rounded() / 100
                entries.withLock {
                    $0.append("\(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") \(text)")
                }
            }
            async let timer: Void = {
                try await clock.sleep(for: .seconds(60))
                record("timer")
            }()
            await withTaskGroup(of: Void.self) { group in
                for name in ["a", "b"] {
                    group.addTask {
                        await context.run {
                            for round in 0..<3 {
                                record("\(name)\(round)")
                                await suspension.suspend(object, clock: clock)
                            }
                            record("\(name) ends")
                        }
                    }
                }
            }
            try await timer
        }
        return entries.withLock { $0 }
    }
}
