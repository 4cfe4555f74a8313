/// Finds the tokens of a text. A token ends before a blank, a quote or an angle bracket.
///
/// The scanner looks for a URL and for user info after each bracket within a token. So the positions in a token are
/// found once, and the time is proportional to the length of the text.
struct ProseTokens {
    private let source: ArraySlice<Unicode.Scalar>

    /// The token that was found last.
    private var token = 0..<0
    /// The last `?` in the token that has a `=` after it.
    private var lastQuery: Int?

    /// The part of a token that was found last. A comma or a semicolon ends it.
    private var part = 0..<0
    /// The last `@` in the part.
    private var lastAt: Int?
    /// The first `:` at or after the index that was asked for last, or the last `@`.
    private var colon = 0

    init(_ source: ArraySlice<Unicode.Scalar>) {
        self.source = source
    }

    static func endsToken(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "\"<>`".unicodeScalars.contains(scalar)
    }

    /// The end of the token at an index.
    mutating func end(at index: Int) -> Int {
        if !token.contains(index) {
            let found = source[index...].prefix { !Self.endsToken($0) }
            token = index..<found.endIndex
            lastQuery = found.lastIndex(of: "=").flatMap { found[..<$0].lastIndex(of: "?") }
        }
        return token.upperBound
    }

    /// Whether a token has a query after an index: a `?`, and a `=` after it.
    mutating func hasQuery(after index: Int) -> Bool {
        end(at: index) > index && lastQuery.map { $0 >= index } ?? false
    }

    /// The `@` after `ada:secret`, if the token at an index begins so. `nil` for a URL with a scheme.
    mutating func endOfUserInfo(at index: Int) -> Int? {
        if !part.contains(index) {
            let found = source[index...].prefix { !Self.endsToken($0) && $0 != "," && $0 != ";" }
            part = index..<found.endIndex
            lastAt = found.lastIndex(of: "@")
            colon = index - 1
        }
        guard let lastAt, lastAt > index else { return nil }
        if colon < index { colon = source[index..<lastAt].firstIndex(of: ":") ?? lastAt }
        guard colon < lastAt, source[colon + 1] != "/", source[colon + 1] != "\\" else { return nil }
        return lastAt
    }
}
