import Tern

/// One range of bytes of a `Range` field (RFC 9110, section 14.1.2), for a body of which all bytes are known.
enum ByteRange {
    /// The part of a stored response that a request asks for.
    enum Answer: Equatable {
        case whole
        case part(Range<Int>)
    }

    /// - Returns: `nil` if the request must be sent: for several ranges, another unit, or a range outside of the body.
    static func answer(to request: HTTPHeaders, from stored: StoredResponse) -> Answer? {
        let values = request.values(for: "Range")
        if values.isEmpty { return .whole }
        guard stored.status == 200, !stored.isCoded, !stored.isDecoded, values.count == 1 else { return nil }
        if let condition = request["If-Range"], !isMet(condition, by: stored) { return .whole }
        return range(values[0], in: stored.body.count).map(Answer.part)
    }

    /// `If-Range` (RFC 9110, section 13.1.5): a strong tag, or the exact date.
    private static func isMet(_ condition: String, by stored: StoredResponse) -> Bool {
        if condition.hasPrefix("\"") { return stored.etag?.text == condition }
        return !condition.hasPrefix("W/") && stored.lastModified == condition
    }

    private static func range(_ text: String, in count: Int) -> Range<Int>? {
        let unit = "bytes="
        guard text.lowercased().hasPrefix(unit) else { return nil }
        let parts = text.dropFirst(unit.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        let (first, last) = (saturated(parts[0]), saturated(parts[1]))
        switch (first, last) {
        case (let first?, let last):
            guard first < count, last ?? .max >= first else { return nil }
            return first..<min(last ?? .max, count - 1) + 1
        case (nil, let suffix?):
            guard suffix > 0, count > 0 else { return nil }
            return max(0, count - suffix)..<count
        default: return nil
        }
    }

    /// `nil` for an empty text.
    private static func saturated(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
