/// What is wrong with a timeline, or with the text it was read from.
public struct TimelineError: Error, Sendable, Equatable {
    public enum Code: Sendable, Hashable {
        /// A `(` without its `)`, or the other way round.
        case unbalancedGroup
        /// A character that has a meaning, but not here.
        case misplacedCharacter
        /// A character for which no value is given.
        case unknownValue
        /// A sequence has ended, but goes on.
        case eventAfterEnd
        /// A sequence does something before it is iterated.
        case negativeTime
        /// A timeline can't be printed as marbles.
        case notPrintable
    }

    public let code: Code
    /// What is wrong, where, and what to write instead.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension TimelineError: CustomStringConvertible {
    public var description: String { message }
}
