import Foundation

extension URL {
    /// The URL of a target: its base URL and its path, joined. This page is the reference.
    ///
    /// **Base.** An absolute `http` or `https` URL with a host and without a fragment. User info, port, path and query
    /// are kept exactly as they are; so is an IPv6 literal.
    ///
    /// **Path.** It is appended to the base's path, never resolved against it:
    ///
    /// | Path | Result |
    /// | --- | --- |
    /// | empty | The base as it is. |
    /// | `users`, `/users` | One slash stands between base and path, whichever side has it. |
    /// | `//users` | Failure: a network-path reference, or an empty argument. `//` further inside is kept. |
    /// | `https://other/users` | Failure, with any scheme: the host belongs into `baseURL`. `a:b/c` is a path. |
    /// | `users?page=2` | The first `?` starts a query, added after the base's own. |
    /// | `a/./b`, `a/../b` | Dot segments are resolved (RFC 3986, section 5.2.4); above the base's path is a failure. |
    /// | `a/%2e%2E/b` | Failure: an escaped dot segment is what ``Foundation/URL/pathSegment(_:)`` makes of `..`. |
    /// | `users#me` | Failure: fragments are never sent. `%23` is a number sign. |
    /// | `%41` | Escapes are kept exactly as written. A `%` that starts none is a failure: `%25` is a percent sign. |
    /// | CR, LF, NUL, tab, other controls | Failure (U+0000 to U+001F, U+007F). |
    /// | space, `ü`, `\`, `[`, … | What RFC 3986 allows in neither path nor query is percent-encoded as UTF-8. |
    ///
    /// The last four rows hold for the query as well, where `/`, `?` and `+` stay as written. A `?` with nothing behind
    /// it adds nothing.
    ///
    /// **Result.** `URL(string:)` accepts it and gives back the same bytes; scheme, user info, host and port are those
    /// of the base, and its path lies at or below the base's.
    ///
    /// **Failure.** There the URL is `about:invalid` with the reason as its fragment, so that an endpoint closure needs
    /// no `try`; asking for it fails with `TernError.Code.invalidURL` and that reason.
    public init(target: some TargetType) {
        self = URL(string: URLJoin.text(base: target.baseURL, path: target.path)) ?? URL(fileURLWithPath: "/")
    }
}

extension URLJoin {
    private static let invalid = "about:invalid#"

    /// The text of the URL, or `about:invalid` with the reason.
    static func text(base: URL, path: String) -> String {
        do {
            return try join(base: base, path: path)
        } catch {
            return invalid + (error.reason.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
        }
    }

    /// Throws the reason that stands where a URL could not be made, with code `.invalidURL`.
    static func checkJoined(_ text: String) throws(TernError) {
        guard text.hasPrefix(invalid) else { return }
        throw TernError(.invalidURL, reason: text.dropFirst(invalid.count).removingPercentEncoding)
    }

    /// The parsed form of a URL that can be requested.
    ///
    /// - Throws: `TernError` with code `.invalidURL`.
    static func url(from text: String) throws(TernError) -> URL {
        try check(text)
        guard let url = parsed(text) else {
            throw TernError(.invalidURL, reason: "\(Redaction.text(ofURL: text)) is not a URL.")
        }
        return url
    }

    /// `nil` for what would have to be escaped first: it is not sent as something else than it says.
    private static func parsed(_ text: String) -> URL? {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            return URL(string: text, encodingInvalidCharacters: false)
        }
        return URL(string: text)
    }

    /// Refuses what is no absolute http or https URL with a host, or has a fragment, with code `.invalidURL`.
    static func check(_ text: String) throws(TernError) {
        var text = text
        do throws(Failure) {
            // A whole URL goes by the rules of a base.
            _ = try text.withUTF8 { bytes in Result { () throws(Failure) in try pathEnd(ofBase: bytes) } }.get()
        } catch {
            throw TernError(.invalidURL, reason: "\(Redaction.text(ofURL: text)): \(error.reason)")
        }
    }
}
