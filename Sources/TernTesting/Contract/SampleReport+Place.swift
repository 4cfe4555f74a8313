import Foundation
import Tern

extension SampleReport {
    /// The place of a sample, and of a value in its body.
    public struct Place: Sendable, Hashable {
        /// The path of the fixture with the body, if the contract's closure reads one.
        public let fixturePath: String?
        /// The line of the test that names the case.
        public let source: SourcePosition
        /// The line of the value in the body, from 1. `nil` for the place of the whole sample.
        public let line: Int?
        /// The column of the value in its line, in Unicode scalars from 1. `nil` for the place of the whole sample.
        public let column: Int?

        init(_ source: SourcePosition, fixturePath: String?, at position: (line: Int, column: Int)? = nil) {
            self.source = source
            self.fixturePath = fixturePath
            (line, column) = (position?.line, position?.column)
        }
    }
}

extension SampleReport.Place: CustomStringConvertible {
    /// `Fixtures/user.json:3:12`. For a sample that isn't a fixture, the line of the test: `UserTests.swift:20`.
    public var description: String {
        guard let fixturePath else { return "\(source)" }
        return fixturePath.split(separator: "/").suffix(2).joined(separator: "/") + (position.map { ":\($0)" } ?? "")
    }

    /// `3:12`, the line and the column in the body.
    var position: String? { line.flatMap { line in column.map { "\(line):\($0)" } } }

    /// The position in the body of a sample that isn't a fixture: ` (1:12 in the body)`.
    var positionInBody: String { fixturePath == nil ? position.map { " (\($0) in the body)" } ?? "" : "" }

    /// The place with its full path, as compilers write it.
    var link: String {
        guard let fixturePath else { return "\(source.filePath):\(source.line)" }
        return "\(fixturePath):\(position ?? "1")"
    }
}

/// The sample of a case.
struct ContractSample: Sendable {
    let response: SampleResponse
    let source: SourcePosition
    let fixturePath: String?

    /// The place of a value in the body, or of the whole sample.
    func place(at position: (line: Int, column: Int)? = nil) -> SampleReport.Place {
        SampleReport.Place(source, fixturePath: fixturePath, at: position)
    }
}
