/// The reason why a ``VirtualScheduler`` couldn't continue, and what to do next.
public struct VirtualTimeError: Error, Sendable {
    public enum Code: Sendable, Hashable {
        /// No job is ready and no timer is set, but the body has not ended.
        case stalled
        /// A timer is set after the horizon.
        case horizonReached
        /// The limit of steps was reached before the work was done.
        case tooManySteps
        /// A job didn't return within the limit of real time: it blocks its thread, or computes.
        case blocked
        /// An `outside` block made no progress within the limit of real time.
        case outsideTimedOut
        /// The code slept on a clock other than the scheduler's.
        case foreignSleep
        /// The scheduler was released, or the task was cancelled.
        case closed
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
