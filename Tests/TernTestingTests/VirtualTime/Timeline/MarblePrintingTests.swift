import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MarblePrintingTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        "", "|", "#", "a", "-a", "a-b--c|", "-(ab|)", "(ab)-c|", "(ab)c", "a--^--b", "a^", "(ab)--^-|", "-----#",
    ]) func marblesAreReadAndPrintedAlike(text: String) throws {
        #expect(try EventTimeline(marbles: text).marbles() == text)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aRecordingIsPrintedInItsUnit() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(20))
        let recording = scheduler.record(try scheduler.cold("a-(bc)--|"))
        try await scheduler.runUntilIdle()

        #expect(try recording.events.marbles() == "a-(bc)--|")
        #expect(try recording.events.marbles(unit: .milliseconds(10)) == "a---(bc)--------|")
        #expect(throws: TestKitError.self) { try recording.events.marbles(unit: .milliseconds(40)) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func charactersAndDigitsAreMarbles() throws {
        let characters: EventTimeline<Character> = [.next(1, "x"), .completed(2)]
        let digits: EventTimeline<Int> = [.next(0, 1), .next(.seconds(2), 2)]
        #expect(try characters.marbles() == "-x|")
        #expect(try digits.marbles() == "1-2")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timelinesWithoutAMarbleFormAreRefused() {
        let timelines: [EventTimeline<String>] = [
            [.next(0, "ab")], [.next(0, "")], [.next(0, "-")], [.next(0, " ")], [.next(.milliseconds(1_500), "a")],
            [.next(0, "a"), .next(0, "b"), .next(2, "c")], [.next(-1, "a"), .next(0, "b")],
            [.next(-2, "a"), .next(-2, "b")], [.next(2, "a"), .next(1, "b")], [.next(1_000_000, "a")],
            [.next(-1_000_000, "a")],
        ]
        for timeline in timelines {
            let error = #expect(throws: TestKitError.self) { try timeline.marbles() }
            #expect(error?.code == .notPrintable)
        }
    }
}
