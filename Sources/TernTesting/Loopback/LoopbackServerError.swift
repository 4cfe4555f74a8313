/// The reason why a ``LoopbackServer`` couldn't start or can't continue.
public struct LoopbackServerError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The process or the system has no free file descriptor.
        public static let descriptorsExhausted = Code(name: "descriptorsExhausted")
        /// No socket could be bound to 127.0.0.1, for example because the port is in use.
        public static let bindFailed = Code(name: "bindFailed")
        /// Another system call failed.
        public static let systemCallFailed = Code(name: "systemCallFailed")
        /// A route isn't a method, one space and a target; or a route has two rules; or a script has no response.
        public static let invalidRoute = Code(name: "invalidRoute")
        /// The server was stopped before the expected condition was true.
        public static let stopped = Code(name: "stopped")
    }

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

extension LoopbackServerError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension LoopbackServerError: CustomStringConvertible {
    public var description: String { "LoopbackServerError.\(code): \(message)" }
}
