/// Parses a timeline from a line of text, character by character.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct MarbleParser<Value: Sendable> {
    private let text: String
    private let values: (Character) -> Value?
    private let errors: [Character: any Error]

    private var events: [(tick: Int, make: (VirtualTime) -> TimelineEvent<Value>)] = []
    private var tick = 0
    private var column = 0
    /// The start of the open group. `nil` outside of a group.
    private var group: (tick: Int, column: Int)?
    /// The tick of `^`.
    private var beginning: Int?
    private var end: Character?

    /// - Parameter values: Returns the value of a character. `nil` if it has no value.
    init(_ text: String, values: @escaping (Character) -> Value?, errors: [Character: any Error]) {
        self.text = text
        self.values = values
        self.errors = errors
    }

    mutating func parse() throws(TestKitError) -> EventTimeline<Value> {
        for character in text {
            column += 1
            if character.isWhitespace { continue }
            try take(character)
            tick += 1
        }
        if let group { throw error(.unbalancedGroup, "The “(” at \(place(group.column)) has no “)”.") }
        let beginning = beginning ?? 0
        return EventTimeline(events.map { $0.make(VirtualTime(ticks: $0.tick - beginning)) })
    }

    // MARK: - Private

    private mutating func take(_ character: Character) throws(TestKitError) {
        switch character {
        case "-":
            if group != nil { throw misplaced("“-”", "Time doesn't pass within a group.") }
        case "(":
            if group != nil { throw misplaced("“(”", "Groups don't nest.") }
            group = (tick, column)
        case ")":
            if group == nil { throw error(.unbalancedGroup, "The “)” at \(place(column)) has no “(”.") }
            group = nil
        case "^":
            if beginning != nil || group != nil { throw misplaced("“^”", "Write it once, outside of groups.") }
            beginning = tick
        case "|":
            try add(character) { .completed($0) }
            end = character
        default:
            if let error = errors[character] ?? (character == "#" ? MarbleFailure() : nil) {
                try add(character) { .failed($0, error) }
                end = character
            } else if let value = values(character) {
                try add(character) { .next($0, value) }
            } else {
                let what = "There is no value for “\(character)” at \(place(column))."
                throw error(.unknownValue, what + " Add one to `values`.")
            }
        }
    }

    private mutating func add(
        _ character: Character,
        _ make: @escaping (VirtualTime) -> TimelineEvent<Value>
    ) throws(TestKitError) {
        if let end {
            throw error(.eventAfterEnd, "“\(character)” at \(place(column)) comes after the end, “\(end)”.")
        }
        events.append((group?.tick ?? tick, make))
    }

    private func misplaced(_ what: String, _ why: String) -> TestKitError {
        error(.misplacedCharacter, "\(what) is not allowed at \(place(column)). \(why)")
    }

    private func error(_ code: TestKitError.Code, _ message: String) -> TestKitError {
        TestKitError(code, message)
    }

    private func place(_ column: Int) -> String { "character \(column) of “\(text)”" }
}
