extension SampleReport {
    /// The place of a sample.
    public struct Place: Sendable, Hashable {
        /// The path of the fixture. `nil` if the sample isn't read from a fixture.
        public let fixturePath: String?
        /// The line of the test that names the case.
        public let source: SourcePosition
    }
}

extension SampleReport.Place: CustomStringConvertible {
    /// `Fixtures/user.json`. For a sample that isn't a fixture, the line of the test: `UserTests.swift:20`.
    public var description: String {
        fixturePath?.split(separator: "/").suffix(2).joined(separator: "/") ?? "\(source)"
    }

    /// The place with its full path, as compilers write it.
    var link: String { fixturePath.map { "\($0):1" } ?? "\(source.filePath):\(source.line)" }
}
