import Foundation

extension Response {
    /// Checks that a part of a body is the one that the request asked for, or the whole body (RFC 9110, section 15.3.7).
    /// Otherwise, a part could be taken for the whole.
    ///
    /// - Throws: `TernError` with code `.malformedResponse`. The body isn't read then.
    func checkRange(of request: Request) throws(TernError) {
        if statusCode == 206 { try checkPart(of: request) }
    }

    private func checkPart(of request: Request) throws(TernError) {
        let asked = request.headers["Range"]
        let range = headers["Content-Range"].flatMap(ContentRange.init)
        if request.method == .head { return }
        if let asked {
            // Several ranges, or a unit that isn't bytes: the server may answer in several ways.
            guard let asked = RequestedRange(asked) else { return }
            if let range {
                if let first = asked.first {
                    if range.first == first, range.last <= Int64(asked.last ?? .max) { return }
                } else {
                    let isEnd = range.total.map { range.last == $0 - 1 } ?? true
                    if isEnd, range.last - range.first < Int64(asked.last ?? 0) { return }
                }
            }
        } else if range?.isComplete == true {
            return
        }
        let actual =
            headers["Content-Range"].map { "Content-Range: \(Redaction.excerpt(ofText: $0))" } ?? "no Content-Range"
        let error = TernError(
            .malformedResponse,
            reason: "The response is a part of the body (status 206, \(actual)), but the request has "
                + (asked.map { "Range: \($0)." } ?? "no Range."),
            response: with(.data(Data()), of: nil)
        )
        stream?.abandon(with: error)
        throw error
    }
}

/// The `Range` field of a request for one range of bytes (RFC 9110, section 14.1.2).
struct RequestedRange {
    /// `nil` for the last bytes.
    let first: Int?
    /// The number of bytes if ``first`` is `nil`. `nil` for all bytes up to the end.
    let last: Int?

    /// `nil` for another unit, several ranges, and a malformed field.
    init?(_ field: String) {
        var reader = FieldReader(field)
        reader.skipBlanks()
        guard reader.token()?.isEqualIgnoringASCIICase(to: "bytes") == true else { return nil }
        reader.skipBlanks()
        guard reader.take("=") else { return nil }
        reader.skipBlanks()
        first = reader.number()
        reader.skipBlanks()
        guard reader.take("-") else { return nil }
        reader.skipBlanks()
        last = reader.number()
        reader.skipBlanks()
        guard reader.isAtEnd, first != nil || last != nil else { return nil }
    }
}

/// The `Content-Range` field of a 206 response (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The length of the complete representation. `nil` for `*`.
    let total: Int64?

    /// Whether the range is the complete representation.
    var isComplete: Bool { first == 0 && total.map { last == $0 - 1 } == true }

    /// `nil` if the field isn't a range of bytes, or if the range is invalid.
    init?(_ field: String) {
        var reader = FieldReader(field)
        reader.skipBlanks()
        guard reader.token()?.isEqualIgnoringASCIICase(to: "bytes") == true else { return nil }
        reader.skipBlanks()
        guard let first = reader.number(), reader.take("-"), let last = reader.number(), first <= last,
            reader.take("/")
        else { return nil }
        let total = reader.take("*") ? .max : reader.number() ?? 0
        reader.skipBlanks()
        guard last < total, reader.isAtEnd else { return nil }
        (self.first, self.last, self.total) = (Int64(first), Int64(last), total == .max ? nil : Int64(total))
    }
}
