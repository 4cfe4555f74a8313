/// The `Content-Range` field of a 206 response (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The length of the complete representation. `nil` for `*`.
    let total: Int64?

    /// `nil` if the field isn't a range of bytes, or if the range is invalid.
    init?(_ field: String) {
        let match = field.wholeMatch(of: /\s*(?i:bytes)\s+([0-9]{1,18})-([0-9]{1,18})\/([0-9]{1,18}|\*)\s*/)
        guard let match, let first = Int64(match.1), let last = Int64(match.2), first <= last else { return nil }
        let total = Int64(match.3)
        if let total, last >= total { return nil }
        (self.first, self.last, self.total) = (first, last, total)
    }
}
