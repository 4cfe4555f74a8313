/// The value of `ETag` (RFC 9110, section 8.8.3). Tags without quotes are accepted as they are, since servers send them.
struct EntityTag: Sendable, Hashable {
    /// As it is sent in `If-None-Match`.
    let text: String
    let isWeak: Bool

    /// - Returns: `nil` for an empty text.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
        isWeak = text.hasPrefix("W/")
    }

    /// The weak comparison (RFC 9110, section 8.8.3.2), which a validation uses.
    func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }

    private var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }
}
