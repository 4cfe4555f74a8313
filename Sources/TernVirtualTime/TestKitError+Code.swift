extension TestKitError {
    /// The kind of a failure. More codes may be added, so a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code of the bridged `NSError`.
        public let number: Int

        private let name: String
        let sentence: String

        package init(_ number: Int, _ name: String, _ sentence: String) {
            self.number = number
            self.name = name
            self.sentence = sentence
        }

        /// The name of the code, such as `bindFailed`.
        public var description: String { name }

        /// Lets a `catch` name a code: `catch TestKitError.Code.bindFailed`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? TestKitError)?.code == code
        }
    }
}

// MARK: - Virtual time

extension TestKitError.Code {
    /// No job is ready and no timer is set, but the body has not ended.
    public static let stalled = Self(501, "stalled", "The test can't go on.")

    /// A timer is set after the horizon.
    public static let horizonReached = Self(502, "horizonReached", "A timer is set too far in the future.")

    /// The limit of steps was reached before the work was done, or one task ran repeatedly without waiting.
    public static let tooManySteps = Self(503, "tooManySteps", "The test takes too many steps.")

    /// A job didn't return within the limit of real time. It blocks its thread, or runs a long computation.
    public static let blocked = Self(504, "blocked", "A job of the test does not return.")

    /// An `outside` block made no progress within the limit of real time.
    public static let outsideTimedOut = Self(
        505,
        "outsideTimedOut",
        "The test waited too long for something outside it."
    )

    /// The code slept on a clock other than the scheduler's.
    public static let foreignSleep = Self(506, "foreignSleep", "The test waited on another clock.")

    /// The scheduler was released, or the task was cancelled.
    public static let schedulerClosed = Self(507, "schedulerClosed", "The scheduler of the test is closed.")

    /// The text of a replay isn't a text that a failed exploration has printed.
    public static let invalidReplay = Self(508, "invalidReplay", "The order of the test can't be read.")

    /// The code slept on a ``FailingClock``.
    public static let unexpectedSleep = Self(509, "unexpectedSleep", "The test waited unexpectedly.")

    /// The order of tasks can't be controlled with this Swift runtime.
    public static let unsupportedRuntime = Self(
        510,
        "unsupportedRuntime",
        "Virtual time does not work with this Swift runtime."
    )
}

// MARK: - Timelines

extension TestKitError.Code {
    /// A `(` without a `)`, or a `)` without a `(`.
    public static let unbalancedGroup = Self(
        601,
        "unbalancedGroup",
        "A parenthesis of the timeline has no counterpart."
    )

    /// A character with a special meaning at a position where it is not allowed.
    public static let misplacedCharacter = Self(602, "misplacedCharacter", "A character of the timeline is misplaced.")

    /// A character without a value.
    public static let unknownValue = Self(603, "unknownValue", "A character of the timeline has no value.")

    /// An event after the end of the sequence.
    public static let eventAfterEnd = Self(604, "eventAfterEnd", "The timeline goes on after its end.")

    /// An event of a cold sequence before its iteration begins.
    public static let negativeTime = Self(605, "negativeTime", "The timeline has an event before its start.")
}
