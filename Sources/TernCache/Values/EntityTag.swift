/// The value of `ETag` (RFC 9110, section 8.8.3). Tags without quotes are accepted as they are, since servers send them,
/// unless they would be several tags, or any, in `If-None-Match`.
struct EntityTag: Sendable, Hashable {
    /// As it is sent in `If-None-Match`.
    let text: String
    let isWeak: Bool

    /// - Returns: `nil` for an empty text, and for one that can't be sent as one tag.
    init?(_ text: String) {
        isWeak = text.hasPrefix("W/")
        let opaque = isWeak ? text.dropFirst(2) : text[...]
        guard !opaque.isEmpty, opaque != "*", text.isFieldText, !opaque.contains(",") || opaque.isQuoted else {
            return nil
        }
        self.text = text
    }

    /// The weak comparison (RFC 9110, section 8.8.3.2), which a validation uses.
    func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }

    private var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }
}

extension Substring {
    /// Whether the text is one quoted text.
    fileprivate var isQuoted: Bool {
        utf8.count > 1 && hasPrefix("\"") && hasSuffix("\"") && !dropFirst().dropLast().contains("\"")
    }
}
