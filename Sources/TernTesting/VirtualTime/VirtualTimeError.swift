/// Why a ``VirtualScheduler`` couldn't go on, and what to do about it.
public struct VirtualTimeError: Error, Sendable {
    public enum Code: Sendable, Hashable {
        /// Nothing is ready and no timer is set, but the body has not ended.
        case stalled
        /// A timer is set after the horizon.
        case horizonReached
        /// More steps than the limit were taken, and it isn't done.
        case tooManySteps
        /// A job doesn't return: its thread waits, or computes, for longer than the patience in real time.
        case blocked
        /// What the world outside was to bring didn't come within the patience in real time.
        case outsideTimedOut
        /// The code waited on another clock than the scheduler's.
        case foreignSleep
        /// The scheduler is gone, or the task was cancelled.
        case closed
    }

    public let code: Code
    /// What happened, who waits for what, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension VirtualTimeError: CustomStringConvertible {
    public var description: String { message }
}
