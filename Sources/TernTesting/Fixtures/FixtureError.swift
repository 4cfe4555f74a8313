/// A ``Fixture`` that can't be read, or whose content has another format.
public struct FixtureError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// No folder has a file with this name.
        public static let notFound = Code(name: "notFound")
        /// The name is not a valid path within the folder of fixtures.
        public static let invalidName = Code(name: "invalidName")
        /// The file exists, but can't be read.
        public static let unreadable = Code(name: "unreadable")
        /// The file isn't text in UTF-8, or isn't JSON of the requested type.
        public static let unexpectedContent = Code(name: "unexpectedContent")
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
