import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct VirtualTimeTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aLiteralCountsInTheUnitOfTheScheduler() async throws {
        for unit in [Duration.seconds(1), .milliseconds(10), .nanoseconds(3)] {
            let scheduler = VirtualScheduler(unit: unit)
            let recording = scheduler.record(scheduler.hot([.next(0, "a"), .next(3, "b"), .completed(20)]))

            try await scheduler.runUntilIdle()

            #expect(recording.events == [.next(0, "a"), .next(3, "b"), .completed(20)])
            #expect(recording.events.last?.time == VirtualTime(unit * 20))
            #expect(scheduler.now == unit * 20)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func exactTimesAndCountsAreEqualWithAKnownUnit() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(10))
        let events: EventTimeline<Int> = [
            .next(.milliseconds(20), 1), .next(.milliseconds(25), 2), .completed(.seconds(1)),
        ]
        let recording = scheduler.record(scheduler.hot(events))

        try await scheduler.advance(to: 100)

        #expect(recording.events == events)
        #expect(recording.events == [.next(2, 1), .next(.milliseconds(25), 2), .completed(100)])
        #expect(recording.events != [.next(2, 1), .next(3, 2), .completed(100)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timesAreEqualIfTheyAreTheSameDistance() {
        let (count, literal): (VirtualTime, VirtualTime) = (VirtualTime(ticks: 3), 3)
        #expect(count == literal)
        #expect(VirtualTime.seconds(3) == .milliseconds(3_000))
        #expect(VirtualTime(.seconds(2)) == .seconds(2.0))
        #expect(VirtualTime.milliseconds(1) == .microseconds(1_000))
        #expect(VirtualTime.microseconds(1) == .nanoseconds(1_000))
        #expect(VirtualTime.milliseconds(0.5) == .microseconds(500))
        // The unit isn't known, so it is one second.
        #expect(literal == .seconds(3))
        #expect(literal != .seconds(4))
        #expect(VirtualTime(ticks: -2) == -2)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeIsPrintedAsACountIfItIsAMultipleOfTheUnit() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(20))
        let recording = scheduler.record(
            scheduler.hot([.next(3, 1), .next(.milliseconds(70), 2), .completed(.milliseconds(80))])
        )
        try await scheduler.runUntilIdle()

        #expect(recording.events.map(\.time.description) == ["3", "0.07 seconds", "4"])
        #expect(VirtualTime(ticks: -3).description == "-3")
        #expect(VirtualTime.seconds(3).description == "3.0 seconds")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [Int.max, .min, Int.max / 2]) func timeOutOfRangeIsClamped(ticks: Int) {
        let far = VirtualTime(ticks: ticks).duration(unit: .seconds(Int64.max))
        #expect((far > .zero) == (ticks > 0))
        #expect(VirtualTime(ticks: ticks) == VirtualTime(ticks: ticks))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeAdvancesByCountsOfTheUnit() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(10))

        try await scheduler.advance(by: 3)
        #expect(scheduler.now == .milliseconds(30))
        try await scheduler.advance(to: 20)
        #expect(scheduler.now == .milliseconds(200))
        try await scheduler.advance(to: .seconds(1))
        try await scheduler.advance(by: .seconds(1))
        #expect(scheduler.now == .seconds(2))
    }
}
