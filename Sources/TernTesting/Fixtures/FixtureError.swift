/// Why there is no ``Fixture``, or not the content that was asked for.
public struct FixtureError: Error, Equatable {
    public typealias Code = TestKitErrorCode<FixtureError>

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

extension FixtureError: TestKitError {
    public var description: String { "FixtureError.\(code): \(message)" }
}

extension TestKitErrorCode where Failure == FixtureError {
    /// No folder has a file with this name.
    public static var notFound: Self { Self(1, "notFound", "The fixture was not found.") }

    /// The name is not a valid path within the folder of fixtures.
    public static var invalidName: Self { Self(2, "invalidName", "The name of the fixture is not valid.") }

    /// The file exists, but can't be read.
    public static var unreadable: Self { Self(3, "unreadable", "The fixture could not be read.") }

    /// The file isn't text in UTF-8, or isn't JSON of the requested type.
    public static var unexpectedContent: Self {
        Self(4, "unexpectedContent", "The fixture has other content than expected.")
    }
}
