import Foundation

/// The error of virtual time, or of another part of the test kit, that can't do what a test asks for.
///
/// `localizedDescription` is one short sentence for the code. The bridged `NSError` has the domain `Tern.TestKitError`
/// and the number of the code. Neither ever changes.
public struct TestKitError: Error, Sendable {
    /// The cause, as a stable code.
    public let code: Code

    /// The problem, and the next step.
    public let message: String

    /// The error that caused this one. `nil` if there is none.
    public let underlying: (any Error)?

    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }
}

extension TestKitError: Equatable {
    /// Whether the errors have the same code and the same message.
    public static func == (left: TestKitError, right: TestKitError) -> Bool {
        left.code == right.code && left.message == right.message
    }
}

extension TestKitError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}

extension TestKitError: LocalizedError, CustomNSError {
    public static var errorDomain: String { "Tern.TestKitError" }

    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        bridgedUserInfo(code.sentence, description: description)
    }

    public var errorDescription: String? { code.sentence }
}

/// The `userInfo` of a bridged `NSError`. Foundation on Linux ignores `LocalizedError` of a type that is also a
/// `CustomNSError`.
func bridgedUserInfo(_ sentence: String, description: String) -> [String: Any] {
    [NSLocalizedDescriptionKey: sentence, NSDebugDescriptionErrorKey: description]
}
