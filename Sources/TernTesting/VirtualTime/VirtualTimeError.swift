import Foundation
import Tern

/// The reason why a ``VirtualScheduler`` couldn't continue, and what to do next.
public struct VirtualTimeError: Error, Sendable {
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

        /// No job is ready and no timer is set, but the body has not ended.
        public static let stalled = Code("stalled", 1, "The test can't go on.")
        /// A timer is set after the horizon.
        public static let horizonReached = Code("horizonReached", 2, "A timer is set too far in the future.")
        /// The limit of steps was reached before the work was done.
        public static let tooManySteps = Code("tooManySteps", 3, "The test takes too many steps.")
        /// A job didn't return within the limit of real time: it blocks its thread, or computes.
        public static let blocked = Code("blocked", 4, "A job of the test does not return.")
        /// An `outside` block made no progress within the limit of real time.
        public static let outsideTimedOut = Code(
            "outsideTimedOut",
            5,
            "The test waited too long for something outside it."
        )
        /// The code slept on a clock other than the scheduler's.
        public static let foreignSleep = Code("foreignSleep", 6, "The test waited on another clock.")
        /// The scheduler was released, or the task was cancelled.
        public static let closed = Code("closed", 7, "The scheduler of the test is closed.")
    }

    public let code: Code
    /// What happened, which tasks wait for what, and what to do next.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension VirtualTimeError: CustomStringConvertible {
    public var description: String { message }
}

extension VirtualTimeError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension VirtualTimeError: LocalizedError, CustomNSError {
    /// `Tern.VirtualTimeError`. It never changes.
    public static var errorDomain: String { "Tern.VirtualTimeError" }

    /// `stalled` 1, `horizonReached` 2, `tooManySteps` 3, `blocked` 4, `outsideTimedOut` 5, `foreignSleep` 6,
    /// `closed` 7. The numbers never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
