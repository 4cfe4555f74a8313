import Tern

extension SampleReport {
    /// A part of a target that is probably a mistake.
    public struct Finding: Sendable {
        /// The kind of a mistake. More kinds may be added.
        public struct Kind: Sendable, Hashable, CustomStringConvertible {
            /// The kind in words, such as `unescaped path`.
            public let description: String

            /// The request can't be built, or its path isn't valid.
            public static let invalidRequest = Kind(description: "invalid request")
            /// The path has characters that aren't allowed in a path, so that Tern must escape them.
            public static let unescapedPath = Kind(description: "unescaped path")
            /// A target with routes declares a property, such as `headers`, which its calls ignore.
            public static let ignoredMember = Kind(description: "ignored member")
            /// Two cases have the same method and path, and the same names of query parameters.
            public static let duplicateRoute = Kind(description: "duplicate route")
            /// A GET or HEAD request has a body (RFC 9110, section 9.3.1).
            public static let unexpectedBody = Kind(description: "unexpected body")
            /// A QUERY request has no `Content-Type` (RFC 10008, section 2).
            public static let missingContentType = Kind(description: "missing content type")
        }

        /// The kind of the mistake.
        public let kind: Kind
        /// The case without its arguments.
        public let name: String
        /// The line of the test that names the case.
        public let source: SourcePosition
        /// The mistake and its remedy, without secrets.
        public let text: String
    }
}

extension SampleReport.Finding: CustomStringConvertible {
    /// The place with its full path, the case and the text on one line, as compilers write it.
    public var description: String { "\(source.filePath):\(source.line): \(name): \(kind): \(text)" }
}
