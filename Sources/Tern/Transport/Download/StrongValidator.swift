/// A strong validator of a representation: equal validators mean equal bytes (RFC 9110, section 8.8.1).
struct StrongValidator: Hashable, Sendable, Codable {
    /// `ETag` or `Last-Modified`.
    let name: String
    let value: String

    /// The minimum time between `Last-Modified` and `Date` for which `Last-Modified` is a strong validator (RFC 9110,
    /// section 8.8.2.2).
    private static let secondsOfStrongDate = 60

    /// The validator of a response. `nil` if it has no strong validator.
    ///
    /// `Last-Modified` counts only without an entity tag (RFC 9110, section 13.1.5).
    init?(of headers: HTTPHeaders) {
        if let tag = headers["ETag"] {
            guard tag.wholeMatch(of: /"[\x21\x23-\x7E\u{80}-\u{10FFFF}]*"/) != nil else { return nil }
            (name, value) = ("ETag", tag)
            return
        }
        guard let modified = headers["Last-Modified"], let date = headers["Date"],
            let modifiedDate = HTTPDate(modified), let sent = HTTPDate(date),
            sent.seconds - modifiedDate.seconds >= Self.secondsOfStrongDate
        else { return nil }
        (name, value) = ("Last-Modified", modified)
    }

    /// Whether a response with these fields may have the same representation: the field is absent, or its value is
    /// equal.
    func agrees(with headers: HTTPHeaders) -> Bool {
        headers[name].map { $0 == value } ?? true
    }
}
