import Testing

@testable import TernVirtualTime

/// The clocks that need no scheduler.
@Suite(.timeLimit(.minutes(20)))
struct ClockTests {
    @Test func sleepOnAnImmediateClockMovesItsTime() async throws {
        let clock = ImmediateClock()
        try await clock.sleep(for: .seconds(3_600))
        try await clock.sleep(for: .seconds(60))
        #expect(clock.now.offset == .seconds(3_660))
    }

    @Test func timeOfAnImmediateClockNeverMovesBack() async throws {
        let clock = ImmediateClock()
        try await clock.sleep(until: VirtualInstant(offset: .seconds(5)))
        try await clock.sleep(until: VirtualInstant(offset: .seconds(2)))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func cancelledSleepOnAnImmediateClockFails() async throws {
        let clock = ImmediateClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callsThatWaitForSleepersContinueInTheOrderOfArrival() async throws {
        let (scheduler, clock) = (VirtualScheduler(), ManualClock())
        let order = Guarded<[Int]>([])
        try await scheduler.run {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<30 {
                    group.addTask {
                        await clock.waitForSleepers(atLeast: 1)
                        order.withLock { $0.append(index) }
                    }
                }
                try? await scheduler.clock.sleep(for: .seconds(1))
                group.addTask { try? await clock.sleep(for: .seconds(1)) }
                try? await scheduler.clock.sleep(for: .seconds(1))
                clock.advance(by: .seconds(1))
            }
        }
        #expect(order.withLock { $0 } == Array(0..<30))
    }

    @Test func sleepOnAFailingClockFailsAndIsRecorded() async throws {
        let clock = FailingClock()
        let error = try await #require(throws: TestKitError.self) { try await clock.sleep(for: .seconds(3)) }
        #expect(error.code == .unexpectedSleep)
        try? await clock.sleep(for: .seconds(5))

        #expect(clock.failures.map(\.code) == [.unexpectedSleep, .unexpectedSleep])
        #expect(clock.failures.first?.message.hasPrefix("The code slept for 3.0 seconds in a task, on a clock") == true)
        #expect(clock.now.offset == .zero)
    }
}
