import Foundation
import Tern

/// An error of the test kit with a code.
///
/// `localizedDescription` is one short sentence for the code. The bridged `NSError` has the domain `Tern.` and the name of the
/// type, which never changes, and the number of the code, which never changes either.
public protocol TestKitError: LocalizedError, CustomNSError, CustomStringConvertible {
    var code: TestKitErrorCode<Self> { get }
}

extension TestKitError {
    public static var errorDomain: String { "Tern.\(Self.self)" }

    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    public var errorDescription: String? { code.sentence }
}

/// The kind of a failure. More codes may be added, so a `switch` needs a `default`.
public struct TestKitErrorCode<Failure>: Hashable, Sendable, CustomStringConvertible {
    /// The code of the bridged `NSError`.
    public let number: Int

    let name: String
    let sentence: String

    init(_ number: Int, _ name: String, _ sentence: String) {
        self.number = number
        self.name = name
        self.sentence = sentence
    }

    /// The name of the code, such as `notFound`.
    public var description: String { name }
}
