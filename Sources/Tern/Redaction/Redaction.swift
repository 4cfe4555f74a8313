import Foundation

/// The one renderer of texts that may hold a secret: every description, mirror and error text of Tern is made here.
///
/// | what is written | by |
/// | --- | --- |
/// | the name of a field, key, item, element or column | `isSensitive`, `isNameOfSecret` |
/// | a URL, whole or not | `text(ofURL:)` |
/// | a header field | `text(ofField:value:)` |
/// | a coding path | `text(ofPath:)` |
/// | a body, or a piece of it | `excerpt(of:at:)` |
/// | the text of another library's error | `text(ofForeign:about:)` |
///
/// A secret is known by its place: beside or below a name that says so, in user info, or in the request that the text is
/// about. A value under a harmless name is shown.
package enum Redaction {
    /// What stands in the place of a secret.
    package static let mark = "<redacted>"

    /// Longer texts of others are cut.
    private static let maximumForeignLength = 4_000

    /// Method and URL of a request.
    package static func line(of request: Request) -> String {
        "\(request.method) \(text(ofURL: request.url.absoluteString))"
    }

    /// The reason of an error, written by Tern or by the code that threw the error.
    static func text(ofReason reason: String, about request: Request?) -> String {
        let text = scrub(reason, request: request)
        guard text.utf8.contains(where: { "/\\?@".utf8.contains($0) }) else { return text }
        return ProseScanner.text(of: Array(text.unicodeScalars)[...], hides: .urls, depth: 0)
    }

    /// Another library's text, without what it repeats of a request's secrets and without those it names itself.
    static func text(ofForeign text: String, about request: Request?) -> String {
        self.text(ofAny: scrub(String(text.prefix(maximumForeignLength)), request: request))
    }
}

/// A text in the making, and the secrets that were left out of it.
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
