/// Why a ``LoopbackServer`` couldn't start, or can't go on.
public struct LoopbackServerError: Error, Equatable {
    public typealias Code = TestKitErrorCode<LoopbackServerError>

    public let code: Code

    /// What failed, and what to do next.
    public let message: String

    /// The system's error number. `nil` if no system call failed.
    public let errorNumber: Int32?

    package init(code: Code, message: String, errorNumber: Int32? = nil) {
        self.code = code
        self.message = message
        self.errorNumber = errorNumber
    }
}

extension LoopbackServerError: TestKitError {
    public var description: String { "LoopbackServerError.\(code): \(message)" }
}

extension TestKitErrorCode where Failure == LoopbackServerError {
    /// The process or the system has no free file descriptor.
    public static var descriptorsExhausted: Self {
        Self(1, "descriptorsExhausted", "There are too many open files and connections.")
    }

    /// No socket could be bound to 127.0.0.1, for example because the port is in use.
    public static var bindFailed: Self { Self(2, "bindFailed", "The test server could not be started.") }

    /// Another system call failed.
    public static var systemCallFailed: Self { Self(3, "systemCallFailed", "The test server failed.") }

    /// The server was stopped before the expected condition was true.
    public static var stopped: Self { Self(4, "stopped", "The test server was stopped.") }
}
