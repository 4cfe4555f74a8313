import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct MarbleTests {
    private enum Mishap: Error { case small }

    /// Text, and its events: a time and a value, or `|` or `#`.
    static let texts: [(String, String)] = [
        ("", ""), ("-", ""), ("|", "0|"), ("#", "0#"), ("a", "0a"), ("-a", "1a"), ("a-b--c|", "0a 2b 5c 6|"),
        ("a b -c", "0a 1b 3c"), ("  \n a\t|", "0a 1|"), ("-a-#", "1a 3#"), ("(ab)", "0a 0b"), ("-(ab|)", "1a 1b 1|"),
        ("(ab)-c|", "0a 0b 5c 6|"), ("a( b c )d", "0a 1b 1c 5d"), ("(a)b", "0a 3b"), ("()a", "2a"),
        ("a|--", "0a 1|"), ("^a", "1a"), ("--a--^--b", "-3a 3b"), ("(ab)-^", "-5a -5b"), ("ab^|", "-2a -1b 1|"),
        ("ä€👍🏽", "0ä 1€ 2👍🏽"),
    ]

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: texts) func aCharacterIsAUnitOfTime(text: String, meaning: String) throws {
        let timeline = try EventTimeline(marbles: text)

        let events = timeline.map { event in
            switch event {
            case .next(let time, let value): "\(time)\(value)"
            case .completed(let time): "\(time)|"
            case .failed(let time, _): "\(time)#"
            }
        }
        #expect(events.joined(separator: " ") == meaning)
    }

    private static let oneBeginning = "Write it once, outside of groups."

    static let malformed: [(String, TestKitError.Code, String)] = [
        ("a-(b", .unbalancedGroup, "The “(” at character 3 of “a-(b” has no “)”."),
        ("ab)", .unbalancedGroup, "The “)” at character 3 of “ab)” has no “(”."),
        ("(a(b))", .misplacedCharacter, "“(” is not allowed at character 3 of “(a(b))”. Groups don't nest."),
        (
            "(a-b)", .misplacedCharacter,
            "“-” is not allowed at character 3 of “(a-b)”. Time doesn't pass within a group."
        ),
        ("^a^", .misplacedCharacter, "“^” is not allowed at character 3 of “^a^”. \(oneBeginning)"),
        ("(^a)", .misplacedCharacter, "“^” is not allowed at character 2 of “(^a)”. \(oneBeginning)"),
        ("a| b", .eventAfterEnd, "“b” at character 4 of “a| b” comes after the end, “|”."),
        ("(a#b)", .eventAfterEnd, "“b” at character 4 of “(a#b)” comes after the end, “#”."),
        ("||", .eventAfterEnd, "“|” at character 2 of “||” comes after the end, “|”."),
        ("a-x", .unknownValue, "There is no value for “x” at character 3 of “a-x”. Add one to `values`."),
    ]

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: malformed)
    func malformedTextIsRefused(text: String, code: TestKitError.Code, message: String) throws {
        let scheduler = VirtualScheduler()
        let values: [Character: Int] = ["a": 1, "b": 2]

        let error = try #require(throws: TestKitError.self) { try scheduler.hot(text, values: values) }
        #expect(error.code == code)
        #expect(error.message == message)
        if !text.contains("^") {
            #expect(throws: error) { try scheduler.cold(text, values: values) }
        }
        if code != .unknownValue {
            #expect(throws: error) { try scheduler.hot(text) }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func coldSequenceHasNoPast() async throws {
        let scheduler = VirtualScheduler()
        let recording = scheduler.record(try scheduler.cold("a^b"))

        try await scheduler.runUntilIdle()

        let event = try #require(recording.events.first)
        guard case .failed(_, TestKitError.Code.negativeTime) = event else {
            Issue.record("\(event)")
            return
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func marblesStandForModelsAndErrors() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.record(try scheduler.hot("a-^b-#", values: ["a": [1], "b": [2]]))
        let cold = scheduler.record(try scheduler.cold("a--!", values: ["a": 1.5], errors: ["!": Mishap.small]))
        let named = scheduler.record(try scheduler.cold("a-#", errors: ["#": Mishap.small]))

        try await scheduler.runUntilIdle()

        #expect(hot.events == [.next(1, [2]), .failed(3, MarbleFailure())])
        #expect(cold.events == [.next(0, 1.5), .failed(3, Mishap.small)])
        #expect(named.events == [.next(0, "a"), .failed(2, Mishap.small)])
    }
}
