/// The reason why a ``VirtualScheduler`` couldn't continue, and what to do next.
public struct VirtualTimeError: Error, Sendable {
    public typealias Code = TestKitErrorCode<VirtualTimeError>

    public let code: Code
    /// What happened, which tasks wait for what, and what to do next.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension VirtualTimeError: TestKitError {
    public var description: String { message }
}

extension TestKitErrorCode where Failure == VirtualTimeError {
    /// No job is ready and no timer is set, but the body has not ended.
    public static var stalled: Self { Self(1, "stalled", "The test can't go on.") }

    /// A timer is set after the horizon.
    public static var horizonReached: Self { Self(2, "horizonReached", "A timer is set too far in the future.") }

    /// The limit of steps was reached before the work was done.
    public static var tooManySteps: Self { Self(3, "tooManySteps", "The test takes too many steps.") }

    /// A job didn't return within the limit of real time: it blocks its thread, or computes.
    public static var blocked: Self { Self(4, "blocked", "A job of the test does not return.") }

    /// An `outside` block made no progress within the limit of real time.
    public static var outsideTimedOut: Self {
        Self(5, "outsideTimedOut", "The test waited too long for something outside it.")
    }

    /// The code slept on a clock other than the scheduler's.
    public static var foreignSleep: Self { Self(6, "foreignSleep", "The test waited on another clock.") }

    /// The scheduler was released, or the task was cancelled.
    public static var closed: Self { Self(7, "closed", "The scheduler of the test is closed.") }
}
