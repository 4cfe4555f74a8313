import Tern
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(5)))
struct JumpingClockTests {
    private let clock = JumpingClock()

    private func instant(_ seconds: Int) -> JumpingClock.Instant { .init(offset: .seconds(seconds)) }

    @Test func timeStandsStillDuringAPromptResponse() {
        clock.exchangeBegins(1)
        clock.exchangeBegins(2)
        clock.delay(1, by: .seconds(60), timeout: nil, gate: SampleGate())
        #expect(clock.nextJump == nil)

        clock.exchangeEnds(2)
        #expect(clock.nextJump == instant(60))

        clock.exchangeEnds(1)
        #expect(clock.nextJump == nil)
    }

    @Test func lateResponseWaitsForTheTimerOfItsCall() async throws {
        let gate = SampleGate()
        clock.exchangeBegins(1)
        clock.delay(1, by: .seconds(60), timeout: .seconds(30), gate: gate)
        #expect(clock.nextJump == nil)

        async let ticking: Void = clock.run()
        try await clock.sleep(for: .seconds(30))

        #expect(clock.now == instant(30))
        // The call now ends with its timeout, so its response doesn't arrive.
        #expect(clock.nextJump == nil)
        clock.stop()
        await ticking
    }

    @Test func lateResponseArrivesAtItsTime() async throws {
        let gate = SampleGate()
        clock.exchangeBegins(1)
        clock.delay(1, by: .seconds(60), timeout: nil, gate: gate)

        async let ticking: Void = clock.run()
        try await gate.pass()

        #expect(clock.now == instant(60))
        clock.stop()
        await ticking
    }

    @Test func noSleeperWakesBeforeItsTime() async throws {
        let order = Locked<[Int]>([])
        clock.exchangeBegins(1)
        async let ticking: Void = clock.run()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [30, 10, 20] {
                group.addTask { [clock] in
                    try await clock.sleep(until: .init(offset: .seconds(seconds)), tolerance: nil)
                    order.withLock { $0.append(clock.now.offset >= .seconds(seconds) ? seconds : -seconds) }
                }
            }
            clock.exchangeEnds(1)
            try await group.waitForAll()
        }

        // No sleeper resumes before its time. The order of sleepers that weren't asleep yet depends on the machine.
        #expect(order.withLock { $0.sorted() } == [10, 20, 30])
        clock.stop()
        await ticking
    }

    @Test func aStoppedClockEndsEverySleepAsACancellation() async throws {
        clock.exchangeBegins(1)
        clock.stop()

        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
        #expect(clock.nextJump == nil)
    }

    @Test func aCancelledSleepEndsAtOnce() async {
        clock.exchangeBegins(1)
        let sleep = Task { [clock] in try await clock.sleep(for: .seconds(1)) }

        sleep.cancel()

        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
