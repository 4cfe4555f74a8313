/// Why a ``LoopbackServer`` couldn't start, or can't go on.
public struct LoopbackServerError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The process or the system has no file descriptor left.
        public static let descriptorsExhausted = Code(name: "descriptorsExhausted")
        /// No socket could be bound to 127.0.0.1: the port is taken, for one.
        public static let bindFailed = Code(name: "bindFailed")
        /// Another system call failed.
        public static let systemCallFailed = Code(name: "systemCallFailed")
        /// A route isn't a method, one space and a target, or there are two rules for it, or no answer.
        public static let invalidRoute = Code(name: "invalidRoute")
        /// The server was stopped, so what was waited for can't come.
        public static let stopped = Code(name: "stopped")
    }

    public let code: Code

    /// What failed, and what to do about it.
    public let message: String

    /// The system's error number; `nil` if no system call was involved.
    public let errorNumber: Int32?

    init(code: Code, message: String, errorNumber: Int32? = nil) {
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
