import Foundation
import Tern

/// A mistake in a timeline, or in the text from which it was read.
public struct TimelineError: Error, Sendable, Equatable {
    /// More may be added, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        fileprivate let number: Int
        fileprivate let sentence: String

        private init(_ name: String, _ number: Int, _ sentence: String) {
            self.name = name
            self.number = number
            self.sentence = sentence
        }

        /// A `(` without a `)`, or a `)` without a `(`.
        public static let unbalancedGroup = Code(
            "unbalancedGroup",
            1,
            "A parenthesis of the timeline has no counterpart."
        )
        /// A character with a special meaning at a position where it is not allowed.
        public static let misplacedCharacter = Code(
            "misplacedCharacter",
            2,
            "A character of the timeline is misplaced."
        )
        /// A character without a value.
        public static let unknownValue = Code("unknownValue", 3, "A character of the timeline has no value.")
        /// An event after the end of the sequence.
        public static let eventAfterEnd = Code("eventAfterEnd", 4, "The timeline goes on after its end.")
        /// An event of a cold sequence before its iteration begins.
        public static let negativeTime = Code("negativeTime", 5, "The timeline has an event before its start.")
        /// The timeline can't be printed as marbles.
        public static let notPrintable = Code("notPrintable", 6, "The timeline can't be printed.")
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

extension TimelineError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension TimelineError: LocalizedError, CustomNSError {
    /// `Tern.TimelineError`. It never changes.
    public static var errorDomain: String { "Tern.TimelineError" }

    /// `unbalancedGroup` 1, `misplacedCharacter` 2, `unknownValue` 3, `eventAfterEnd` 4, `negativeTime` 5,
    /// `notPrintable` 6. The numbers never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
