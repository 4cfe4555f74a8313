import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimelineDifferenceTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timelineIsPrintedWithOneEventPerLine() {
        let timeline: EventTimeline<String> = [.next(0, "a"), .completed(20)]
        #expect(timeline.description == "[\n    .next(0, \"a\"),\n    .completed(20),\n]")
        #expect(EventTimeline<String>().description == "[]")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func differenceShowsMissingAndAdditionalEvents() {
        let expected: EventTimeline<String> = [.next(0, "a"), .next(10, "b"), .next(12, "c"), .completed(20)]
        let recorded: EventTimeline<String> = [
            .next(0, "a"), .next(11, "b"), .next(12, "c"), .next(13, "d"), .completed(20),
        ]

        #expect(
            recorded.differences(from: expected) == """
                  .next(0, "a")
                - .next(10, "b")
                + .next(11, "b")
                  .next(12, "c")
                + .next(13, "d")
                  .completed(20)
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func theDifferenceOfARecordingNamesItsTimes() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(10))
        let recording = scheduler.record(try scheduler.cold("a-b#"))
        try await scheduler.runUntilIdle()

        #expect(
            recording.events.differences(from: [.next(0, "a"), .completed(.milliseconds(15))]) == """
                  .next(0, "a")
                - .completed(0.015 seconds)
                + .next(2, "b")
                + .failed(3, MarbleFailure())
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func earlierOfTwoDifferentLinesComesFirst() {
        let expected: EventTimeline<String> = [.next(0, "a"), .next(3, "b"), .completed(10)]
        let recorded: EventTimeline<String> = [.next(0, "a"), .next(.milliseconds(2_500), "b"), .next(4, "c")]

        #expect(
            recorded.differences(from: expected) == """
                  .next(0, "a")
                + .next(2.5 seconds, "b")
                - .next(3, "b")
                + .next(4, "c")
                - .completed(10)
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func thereIsNoDifferenceBetweenEqualTimelines() {
        let timeline: EventTimeline<Int> = [.next(0, 1), .completed(1)]
        #expect(timeline.differences(from: [.next(.seconds(0), 1), .completed(.seconds(1))]) == "")
        #expect(EventTimeline<Int>().differences(from: timeline) == "- .next(0, 1)\n- .completed(1)")
        #expect(timeline.differences(from: []) == "+ .next(0, 1)\n+ .completed(1)")
    }
}
