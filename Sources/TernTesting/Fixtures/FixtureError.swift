/// Why there is no ``Fixture``, or not the content that was asked for.
public struct FixtureError: Error, Equatable {
    public struct Code: Hashable, Sendable {
        private let name: String

        /// No folder has a file of this name.
        public static let notFound = Code(name: "notFound")
        /// The name leads out of the folder, or is none.
        public static let invalidName = Code(name: "invalidName")
        /// There is such a file, but it can't be read.
        public static let unreadable = Code(name: "unreadable")
        /// The file isn't text, or not the JSON of this type.
        public static let unexpectedContent = Code(name: "unexpectedContent")
    }

    public let code: Code

    /// What was wrong, and what to do about it. Names every path that was tried.
    public let message: String

    /// Every path that was tried, in order.
    public let triedPaths: [String]

    /// The path of the file whose name comes nearest. `nil` if none is near.
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
