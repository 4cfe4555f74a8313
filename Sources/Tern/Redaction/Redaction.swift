import Foundation

/// Creates all texts that may contain a secret: every description, mirror and error text of Tern.
///
/// | Text | Function |
/// | --- | --- |
/// | the name of a field, key, item, element or column | `isSensitive`, `isNameOfSecret` |
/// | a URL, complete or not | `text(ofURL:)` |
/// | a header field | `text(ofField:value:)` |
/// | a coding path | `text(ofPath:)` |
/// | a body, or a part of it | `excerpt(of:at:)` |
/// | the text of another library's error | `text(ofForeign:about:)` |
///
/// A value is a secret if it is next to or below the name of a secret, in user info, or among the secrets of the
/// request that the text is about. A value under a harmless name is shown.
package enum Redaction {
    /// The text that replaces a secret.
    package static let mark = "<redacted>"

    /// A scalar for private use, which replaces the mark while a text is scanned.
    private static let markScalar = "\u{F8FF}"

    /// The longest text of another library, in characters. Longer texts are cut.
    private static let maximumForeignLength = 4_000

    /// The method and the URL of a request.
    package static func line(of request: Request) -> String {
        "\(request.method) \(scrub(text(ofURL: request.url.absoluteString), request: request))"
    }

    /// The redacted reason of an error, written by Tern or by the code that threw the error.
    static func text(ofReason reason: String, about request: Request?, hiding secrets: [String] = []) -> String {
        let text = scrub(reason, request: request, hiding: secrets)
        guard text.utf8.contains(where: { "/\\?@".utf8.contains($0) }) else { return text }
        // The mark contains characters that end a URL. So a single scalar replaces it during the scan, and URLs that
        // are already redacted stay unchanged.
        let unmarked = text.replacingOccurrences(of: mark, with: markScalar)
        return ProseScanner.text(of: Array(unmarked.unicodeScalars)[...], hides: .urls, depth: 0)
            .replacingOccurrences(of: markScalar, with: mark)
    }

    /// Another library's text, without the secrets of a request, and without secrets that the text itself names.
    static func text(ofForeign text: String, about request: Request?, hiding secrets: [String] = []) -> String {
        self.text(ofAny: scrub(String(text.prefix(maximumForeignLength)), request: request, hiding: secrets))
    }
}

/// A text with redaction marks, and the secrets that the marks replace.
struct RedactedText {
    private(set) var text = ""
    private(set) var secrets: [String] = []

    mutating func show(_ piece: some StringProtocol) {
        text += piece
    }

    mutating func hide(_ piece: some StringProtocol) {
        text += Redaction.mark
        if !piece.isEmpty { secrets.append(String(piece)) }
    }

    mutating func append(_ other: RedactedText) {
        text += other.text
        secrets += other.secrets
    }
}
