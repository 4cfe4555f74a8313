import Foundation
import Tern

/// Why there is no ``Fixture``, or not the content that was asked for.
public struct FixtureError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        fileprivate let name: String
        fileprivate let number: Int
        fileprivate let sentence: String

        private init(_ name: String, _ number: Int, _ sentence: String) {
            self.name = name
            self.number = number
            self.sentence = sentence
        }

        /// No folder has a file with this name.
        public static let notFound = Code("notFound", 1, "The fixture was not found.")
        /// The name is not a valid path within the folder of fixtures.
        public static let invalidName = Code("invalidName", 2, "The name of the fixture is not valid.")
        /// The file exists, but can't be read.
        public static let unreadable = Code("unreadable", 3, "The fixture could not be read.")
        /// The file isn't text in UTF-8, or isn't JSON of the requested type.
        public static let unexpectedContent = Code(
            "unexpectedContent",
            4,
            "The fixture has other content than expected."
        )
    }

    public let code: Code

    /// What failed, and what to do next. Names every path that was tried.
    public let message: String

    /// All paths that were tried, in order.
    public let triedPaths: [String]

    /// The path of the file with the most similar name. `nil` if no name is similar.
    public let nearestPath: String?

    init(_ code: Code, _ message: String, triedPaths: [String] = [], nearestPath: String? = nil) {
        self.code = code
        self.message = message
        self.triedPaths = triedPaths
        self.nearestPath = nearestPath
    }
}

extension FixtureError.Code: CustomStringConvertible {
    public var description: String { name }
}

extension FixtureError: CustomStringConvertible {
    public var description: String { "FixtureError.\(code): \(message)" }
}

extension FixtureError: LocalizedError, CustomNSError {
    /// `Tern.FixtureError`. It never changes.
    public static var errorDomain: String { "Tern.FixtureError" }

    /// `notFound` 1, `invalidName` 2, `unreadable` 3, `unexpectedContent` 4. The numbers never change.
    public var errorCode: Int { code.number }

    public var errorUserInfo: [String: Any] {
        BridgedError.userInfo(code.sentence, description: description)
    }

    /// One short sentence. ``description`` says more.
    public var errorDescription: String? { code.sentence }
}
