import Foundation

extension URL {
    /// The URL of a target: its base URL and its path, joined by the rules that ``URLJoin`` tables.
    ///
    /// Where they don't make a URL that can be requested, this is `about:invalid` with the reason as its fragment, so
    /// that an endpoint closure needs no `try`; asking for it fails with `TernError.Code.invalidURL` and that reason.
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
            throw TernError(.invalidURL, reason: "\(Redaction.text(of: text)) is not a URL.")
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
            throw TernError(.invalidURL, reason: "\(Redaction.text(of: text)): \(error.reason)")
        }
    }
}
