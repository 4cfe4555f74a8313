/// A mistake in a timeline, or in the text from which it was read.
public struct TimelineError: Error, Sendable, Equatable {
    public typealias Code = TestKitErrorCode<TimelineError>

    public let code: Code
    /// What is wrong, at which position, and what to write instead.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension TimelineError: TestKitError {
    public var description: String { message }
}

extension TestKitErrorCode where Failure == TimelineError {
    /// A `(` without a `)`, or a `)` without a `(`.
    public static var unbalancedGroup: Self {
        Self(1, "unbalancedGroup", "A parenthesis of the timeline has no counterpart.")
    }

    /// A character with a special meaning at a position where it is not allowed.
    public static var misplacedCharacter: Self {
        Self(2, "misplacedCharacter", "A character of the timeline is misplaced.")
    }

    /// A character without a value.
    public static var unknownValue: Self { Self(3, "unknownValue", "A character of the timeline has no value.") }

    /// An event after the end of the sequence.
    public static var eventAfterEnd: Self { Self(4, "eventAfterEnd", "The timeline goes on after its end.") }

    /// An event of a cold sequence before its iteration begins.
    public static var negativeTime: Self { Self(5, "negativeTime", "The timeline has an event before its start.") }

    /// The timeline can't be printed as marbles.
    public static var notPrintable: Self { Self(6, "notPrintable", "The timeline can't be printed.") }
}
