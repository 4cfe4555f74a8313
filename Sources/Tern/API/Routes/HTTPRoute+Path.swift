import Foundation

extension HTTPRoute {
    /// The path of a route, written as a literal whose arguments are escaped.
    ///
    /// ```swift
    /// .get("/users/\(login)/repos")           // login "a/b?c" is sent as a%2Fb%3Fc
    /// .get("/objects/\(segments: key)")       // key "photos/a b.jpg" is sent as photos/a%20b.jpg
    /// .get("/files/\(raw: path)")             // path "2026/report%20a.pdf" stays as it is
    /// ```
    ///
    /// The literal follows the rules of `URL.init(target:)`. It is joined with the base URL, its first `?` starts a
    /// query, escapes stay as they are, and other characters that a URL can't have are percent-encoded.
    ///
    /// | Argument | Result |
    /// | --- | --- |
    /// | `a/b`, `?`, `#`, `%`, `ü` | Data within the segment: `a%2Fb`, `%3F`, `%23`, `%25`, `%C3%BC`. |
    /// | `.`, `..` | The call fails with `TernError.Code.invalidURL`: servers resolve them, even if they are escaped. |
    /// | empty | The call fails with `invalidURL`, since it would request another resource. Allowed after a `?`. |
    /// | a number, a `UUID`, a raw value | Its text, escaped. |
    /// | `segments:` | A text with several segments. Each is escaped, and each `/` stays. |
    /// | a `Path` | The path, whose arguments are escaped already. |
    /// | an optional value | Doesn't compile. |
    ///
    /// Write a path that is known only at run time as `"\(raw: path)"`.
    public struct Path: Sendable, Hashable, ExpressibleByStringInterpolation {
        /// The path with all arguments escaped.
        package let text: String
        /// Whether an argument of the path is empty, so that it names another resource.
        let hasEmptyArgument: Bool

        /// A path without arguments.
        public init(stringLiteral value: String) {
            text = value
            hasEmptyArgument = false
        }

        /// A path with arguments.
        public init(stringInterpolation: StringInterpolation) {
            text = stringInterpolation.text
            hasEmptyArgument = stringInterpolation.hasEmptyArgument
        }
    }
}

extension HTTPRoute.Path {
    /// Collects the literal parts and the arguments of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var hasEmptyArgument = false

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds an argument, escaped as exactly one segment: a text, a number or a `Bool`.
        public mutating func appendInterpolation(_ argument: some LosslessStringConvertible) {
            append("\(argument)")
        }

        /// Adds the raw value of an argument, escaped as exactly one segment.
        @_disfavoredOverload
        public mutating func appendInterpolation<Argument: RawRepresentable>(_ argument: Argument)
        where Argument.RawValue: LosslessStringConvertible {
            append("\(argument.rawValue)")
        }

        /// Adds a UUID.
        public mutating func appendInterpolation(_ argument: UUID) {
            append(argument.uuidString)
        }

        /// Adds a path, whose arguments are escaped already.
        public mutating func appendInterpolation(_ path: HTTPRoute.Path) {
            text += path.text
            hasEmptyArgument = hasEmptyArgument || path.hasEmptyArgument
        }

        /// Adds a text with several segments, such as the key of an object or the name of a package: `photos/2026/a b.jpg`.
        /// Each segment is escaped, and each `/` stays, also at the start, at the end and beside another one.
        public mutating func appendInterpolation(segments argument: String) {
            let segments = argument.parts(at: "/", omitsEmpty: false)
            append(argument, escaped: segments.map { URL.pathSegment(String($0)) }.joined(separator: "/"))
        }

        /// Adds a part of the path that is already escaped, or that has several segments. It follows the rules of the
        /// literal.
        public mutating func appendInterpolation(raw part: String) {
            text += part
        }

        @available(*, unavailable, message: "Write a text, a number, a UUID or a raw value, not an optional.")
        @_disfavoredOverload
        public mutating func appendInterpolation<Argument>(_ argument: Argument?) {}

        @available(*, unavailable, message: "Write a text, a number, a UUID or a raw value.")
        @_disfavoredOverload
        public mutating func appendInterpolation<Argument>(_ argument: Argument) {}

        private mutating func append(_ argument: String, escaped: String? = nil) {
            if argument.isEmpty, !text.utf8.contains(UInt8(ascii: "?")) { hasEmptyArgument = true }
            text += escaped ?? URL.pathSegment(argument)
        }
    }
}

extension HTTPRoute.Path: CustomStringConvertible, TextReflectable {
    /// The path, with secrets redacted.
    public var description: String { Redaction.default.text(ofURL: text) }
}
