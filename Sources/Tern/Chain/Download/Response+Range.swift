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
            guard let match = asked.wholeMatch(of: /\s*(?i:bytes)\s*=\s*([0-9]{0,18})\s*-\s*([0-9]{0,18})\s*/) else {
                return
            }
            if let range {
                switch (Int64(match.1), Int64(match.2)) {
                case (let first?, let last):
                    if range.first == first, range.last <= last ?? .max { return }
                case (nil, let count?):
                    let isEnd = range.total.map { range.last == $0 - 1 } ?? true
                    if isEnd, range.last - range.first < count { return }
                case (nil, nil): return
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

/// The `Content-Range` field of a 206 response (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// The length of the complete representation. `nil` for `*`.
    let total: Int64?

    /// Whether the range is the complete representation.
    var isComplete: Bool { first == 0 && last + 1 == total }

    /// `nil` if the field isn't a range of bytes, or if the range is invalid.
    init?(_ field: String) {
        let match = field.wholeMatch(of: /\s*(?i:bytes)\s+([0-9]{1,18})-([0-9]{1,18})\/([0-9]{1,18}|\*)\s*/)
        guard let match, let first = Int64(match.1), let last = Int64(match.2), first <= last else { return nil }
        let total = Int64(match.3)
        if let total, last >= total { return nil }
        (self.first, self.last, self.total) = (first, last, total)
    }
}
