import TernTesting
import Testing

/// The clocks that need no scheduler.
@Suite(.timeLimit(.minutes(5)))
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
