import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct TimelineEventTests {
    private enum Mishap: Error {
        case small
        case large(Int)
    }
    private enum Twin { enum Mishap: Error { case small } }
    private struct Notice: Error, CustomStringConvertible { var description: String }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private typealias Event = TimelineEvent<String>

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsAreEqualByKindTimeAndValue() {
        #expect(Event.next(1, "a") == .next(1, "a"))
        #expect(Event.next(1, "a") != .next(1, "b"))
        #expect(Event.next(1, "a") != .next(2, "a"))
        #expect(Event.completed(1) == .completed(.seconds(1)))
        #expect(Event.completed(1) != .failed(1, MarbleFailure()))
        #expect(Event.next(1, "a") != .completed(1))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorsAreEqualByTypeAndDescription() {
        #expect(Event.failed(1, Mishap.small) == .failed(1, Mishap.small))
        #expect(Event.failed(1, Mishap.large(1)) != .failed(1, Mishap.large(2)))
        #expect(Event.failed(1, Mishap.small) != .failed(1, Twin.Mishap.small))
        #expect(Event.failed(1, Mishap.small) != .failed(2, Mishap.small))
        #expect(Event.failed(1, Notice(description: "a")) != .failed(1, Notice(description: "b")))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func anEventIsPrintedAsItIsWritten() {
        #expect("\(Event.next(10, "b\n"))" == #".next(10, "b\n")"#)
        #expect("\(TimelineEvent<[Int?]>.next(10, [1, nil]))" == ".next(10, [Optional(1), nil])")
        #expect("\(Event.completed(.milliseconds(1_500)))" == ".completed(1.5 seconds)")
        #expect("\(Event.failed(3, Mishap.large(2)))" == ".failed(3, Mishap.large(2))")
        #expect("\(Event.failed(3, CancellationError()))" == ".failed(3, CancellationError())")
        #expect("\(Event.failed(3, Notice(description: "no luck")))" == ".failed(3, Notice: no luck)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventHasItsTimeAndValue() {
        let timeline: EventTimeline<String> = [.next(1, "a"), .next(2, "b"), .completed(3)]
        #expect(timeline.values == ["a", "b"])
        #expect(timeline.map(\.time) == [1, 2, 3])
        #expect(timeline.map(\.isEnd) == [false, false, true])
        #expect(timeline[1].value == "b")
    }
}
