import Tern
import TernTesting

/// How an API, or recordings of it, differ from an OpenAPI document.
public struct DocumentReport: Sendable {
    /// A difference.
    public struct Finding: Sendable, Hashable {
        /// The case without its arguments, such as `GitHub.user(_:)`, or the entries of a recording.
        public let name: String
        /// The operation of the document, such as `GET /users/{login}`. `nil` if there is none.
        public let operation: String?
        /// The line of the test that names the case. `nil` for a recording.
        public let source: SourcePosition?
        /// The place within the request or the response, and the difference, without values:
        /// `response 200 /plan: missing`.
        public let text: String

        init(name: String, operation: String?, source: SourcePosition? = nil, text: String) {
            (self.name, self.operation, self.source, self.text) = (name, operation, source, text)
        }
    }

    /// The differences, in the order of the calls or entries.
    public internal(set) var findings: [Finding] = []

    /// The operations of the document that no call, or no entry, stands for: `GET /users/{login}`. In the order of the
    /// document.
    public internal(set) var uncoveredOperations: [String] = []

    /// The number of calls or entries.
    var checks = 0

    /// Returns if no difference was found.
    ///
    /// - Parameter coveringAll: Whether an operation without a call is a failure, too. `false` by default.
    /// - Throws: `TestKitError` with code `.differentDocument`, which lists every difference. Also thrown if nothing was
    ///   checked.
    public func get(coveringAll: Bool = false) throws(TestKitError) {
        let isIncomplete = coveringAll && !uncoveredOperations.isEmpty
        guard checks == 0 || !findings.isEmpty || isIncomplete else { return }
        throw TestKitError(.differentDocument, description)
    }
}

extension DocumentReport: CustomStringConvertible {
    /// A line for each difference, and for each operation that no call stands for.
    public var description: String {
        if checks == 0 { return "Nothing was checked. Pass the target's calls to `check`." }
        let count = "\(findings.count) differences from the document."
        let uncovered = uncoveredOperations.map { "Not covered: \($0)" }
        return ([count] + findings.map(\.description) + uncovered).joined(separator: "\n")
    }
}

extension DocumentReport.Finding: CustomStringConvertible {
    /// The place with its full path, the case, the operation and the text on one line, as compilers write it.
    public var description: String {
        let place = source.map { "\($0.filePath):\($0.line): " } ?? ""
        return "\(place)\(name): \(operation.map { "\($0): " } ?? "")\(text)"
    }
}

extension TestKitError.Code {
    /// An API, or a recording, differs from its OpenAPI document.
    public static let differentDocument = Self(
        405,
        "differentDocument",
        "The API differs from its OpenAPI document."
    )
}
