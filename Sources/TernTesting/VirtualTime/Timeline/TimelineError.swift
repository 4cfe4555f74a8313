/// A mistake in a timeline, or in the text from which it was read.
public struct TimelineError: Error, Sendable, Equatable {
    public enum Code: Sendable, Hashable {
        /// A `(` without a `)`, or a `)` without a `(`.
        case unbalancedGroup
        /// A character with a special meaning at a position where it is not allowed.
        case misplacedCharacter
        /// A character without a value.
        case unknownValue
        /// An event after the end of the sequence.
        case eventAfterEnd
        /// An event of a cold sequence before its iteration begins.
        case negativeTime
        /// The timeline can't be printed as marbles.
        case notPrintable
    }

    public let code: Code
    /// What is wrong, at which position, and what to write instead.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension TimelineError: CustomStringConvertible {
    public var description: String { message }
}
