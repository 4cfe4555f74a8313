import Foundation
import Tern

/// Why a ``LoopbackServer`` couldn't start, or can't go on.
public struct LoopbackServerError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        fileprivate let name: String
        fileprivate let number: Int
        fileprivate let sentence: String

        private init(_ name: String, _ number: Int, _ sentence: String) {
            self.name = name
            self.number = number
            self.sentence = sentence
        }

        /// The process or the system has no free file descriptor.
        public static let descriptorsExhausted = Code(
            "descriptorsExhausted",
            1,
            "There are too many open files and connections."
        )
        /// No socket could be bound to 127.0.0.1, for example because the port is in use.
        public static let bindFailed = Code("bindFailed", 2, "The test server could not be started.")
        /// Another system call failed.
        public static let systemCallFailed = Code("systemCallFailed", 3, "The test server failed.")
        /// A route isn't a method, one space and a target; or a route has two rules; or a script has no response.
        public static let invalidRoute = Code("invalidRoute", 4, "A route of the test server is not valid.")
        /// The server was stopped before the expected condition was true.
        public static let stopped = Code("stopped", 5, "The test server was stopped.")
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

extension LoopbackServerError: LocalizedError, CustomNSError {
    /// `Tern.LoopbackServerError`. It never changes.
    public static var errorDomain: String { "Tern.LoopbackServerError" }

    /// `descriptorsExhausted` 1, `bindFailed` 2, `systemCallFailed` 3, `invalidRoute` 4, `stopped` 5. The numbers
    /// never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
