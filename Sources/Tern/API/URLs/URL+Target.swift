import Foundation

extension URL {
    /// The URL of a target: its base URL and its path, joined.
    ///
    /// **Base.** An absolute `http` or `https` URL with a host and without a fragment. User info, IPv6 address, port,
    /// path and query are kept unchanged.
    ///
    /// **Path.** It is appended to the base's path, never resolved against it:
    ///
    /// | Path | Result |
    /// | --- | --- |
    /// | empty | The base, unchanged. |
    /// | `users`, `/users` | One slash separates base and path, even if both or neither have it. |
    /// | `//users` | Failure: a network-path reference, or an empty argument. `//` further inside is kept. |
    /// | `https://other/users` | Failure for every scheme with `://`: put the host into `baseURL`. `a:b/c` is a path. |
    /// | `users?page=2` | The first `?` starts a query, which is added after the base's query. |
    /// | `a/./b`, `a/../b` | Dot segments are resolved (RFC 3986, section 5.2.4), and fail above the base's path. |
    /// | `a/%2e%2E/b` | Failure: an escaped dot segment. `URL.pathSegment(_:)` returns one for `..`. |
    /// | `users#me` | Failure: fragments are never sent. Write `%23` for a number sign. |
    /// | `%41` | Escapes are kept unchanged. A `%` without two hex digits is a failure: write `%25`. |
    /// | CR, LF, NUL, tab, other controls | Failure (U+0000 to U+001F, U+007F). |
    /// | space, `ü`, `\`, `[`, … | Characters that RFC 3986 doesn't allow there are percent-encoded as UTF-8. |
    ///
    /// The last four rows apply to the query as well, in which `/`, `?` and `+` stay unchanged. A `?` without a query
    /// after it adds nothing.
    ///
    /// **Result.** `URL(string:)` accepts the result and keeps its bytes. Scheme, user info, host and port are those of
    /// the base, and the path is the base's path or below it.
    ///
    /// **Failure.** The URL is `about:invalid`, so that an endpoint closure needs no `try`. A call whose endpoint has
    /// this URL fails with `TernError.Code.invalidURL` and the reason.
    public init(target: some TargetType) {
        let url = URLJoin.url(of: target._resolvedRoute, base: target.baseURL)
        let text = (try? url.get()) ?? URLJoin.noURL
        self = URL(string: text) ?? URL(fileURLWithPath: "/")
    }
}

extension URLJoin {
    /// The URL of a target whose base URL and path make no URL.
    static let noURL = "about:invalid"

    /// The text of a target's URL, or the error with the reason why there is none.
    ///
    /// - Parameters:
    ///   - route: The target's route with all its properties.
    ///   - base: The base URL.
    ///   - rules: The rules for the text of the error. Without a provider, only the default rules are known.
    static func url(
        of route: HTTPRoute,
        base: URL,
        shownBy rules: Redaction = .default
    ) -> Result<String, TernError> {
        let path = route.parts.path
        guard !path.hasEmptyArgument else {
            let reason =
                "An argument of the path \(shown(path.text, rules)) is empty, so the path names another resource. Check "
                + "the argument before the call, or write it as `\\(raw: …)` if it may be empty."
            return .failure(TernError(.invalidURL, reason: reason))
        }
        return url(base: base, path: path.text, shownBy: rules)
    }

    /// The text of the URL, or the error with the reason why there is none.
    static func url(base: URL, path: String, shownBy rules: Redaction = .default) -> Result<String, TernError> {
        do {
            return .success(try join(base: base, path: path))
        } catch {
            let reason =
                "Base URL \(shown(base.absoluteString, rules)) with path \(shown(path, rules)): \(error.reason)"
            return .failure(TernError(.invalidURL, reason: reason))
        }
    }

    /// A URL, or the path of a target, for the text of an error: in quotes, on one line, without its secrets.
    private static func shown(_ text: String, _ rules: Redaction) -> String {
        // Without a leading slash, `Redaction` treats the first segment of a path as a host.
        let isPath = !text.hasPrefix("/") && !text.contains("://")
        let redacted = rules.text(ofURL: isPath ? "/" + text : text)
        let shown = isPath ? redacted.dropFirst() : redacted[...]
        return (shown.count > 200 ? shown.prefix(200) + "…" : shown).debugDescription
    }

    /// The URL of a text that is an absolute http or https URL.
    ///
    /// - Throws: `TernError` with code `.invalidURL`.
    static func url(from text: String, shownBy rules: Redaction) throws(TernError) -> URL {
        try check(text, shownBy: rules)
        guard let url = parsed(text) else {
            throw TernError(.invalidURL, reason: "\(shown(text, rules)) is not a URL.")
        }
        return url
    }

    /// The URL, or `nil` for a text with characters that need an escape. Tern never sends a URL that differs from the
    /// given one.
    private static func parsed(_ text: String) -> URL? {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            return URL(string: text, encodingInvalidCharacters: false)
        }
        return URL(string: text)
    }

    /// Throws `.invalidURL` unless the text is an absolute http or https URL with a host and without a fragment.
    static func check(_ text: String, shownBy rules: Redaction) throws(TernError) {
        var text = text
        do throws(Failure) {
            // The rules for a base URL apply to any URL of a request.
            _ = try text.withUTF8 { bytes in Result { () throws(Failure) in try pathEnd(ofBase: bytes) } }.get()
        } catch {
            throw TernError(.invalidURL, reason: "\(shown(text, rules)): \(error.reason)")
        }
    }
}
