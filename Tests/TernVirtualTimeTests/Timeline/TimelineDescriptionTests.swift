import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct TimelineDescriptionTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timelineIsPrintedWithOneEventPerLine() {
        let timeline: EventTimeline<String> = [.next(0, "a"), .completed(20)]
        #expect(timeline.description == "[\n    .next(0, \"a\"),\n    .completed(20),\n]")
        #expect(EventTimeline<String>().description == "[]")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsOfARecordingHaveItsUnit() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(10))
        let recording = scheduler.record(try scheduler.cold("a-b#"))
        try await scheduler.runUntilIdle()

        #expect(
            "\(recording.events)" == """
                [
                    .next(0, "a"),
                    .next(2, "b"),
                    .failed(3, MarbleFailure()),
                ]
                """
        )
    }
}
