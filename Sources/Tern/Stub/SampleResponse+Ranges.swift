import Foundation

extension SampleResponse {
    /// This response with support for range requests: a GET request with a `Range` field receives a part of the body
    /// (RFC 9110, section 14).
    ///
    /// ```swift
    /// .file(video, headers: ["ETag": "\"v1\""]).servingRanges()
    /// ```
    ///
    /// | Request | Response |
    /// | --- | --- |
    /// | without `Range`, or with several ranges | 200 with the whole body |
    /// | with one range of bytes within the body | 206 with the part, and `Content-Range` |
    /// | with one range outside of the body | 416 with the length in `Content-Range` |
    /// | with an `If-Range` field that differs from `ETag` or `Last-Modified` | 200 with the whole body |
    ///
    /// Only a response with status 200 changes. A `Content-Length` field that equals the length of the body becomes the
    /// length of the part. Any other `Content-Length` stays unchanged. Faults, pauses and losses apply to the bytes
    /// that are sent: `breakingOff(after: 10)` ends the connection after ten bytes of the part.
    public func servingRanges() -> SampleResponse {
        changing { $0.servesRanges = true }
    }

    /// The part of this response that a request asks for. The whole response if it doesn't support range requests.
    package func part(for method: HTTPMethod, _ fields: HTTPHeaders) -> SampleResponse {
        guard parts.servesRanges, parts.status == 200 else { return self }
        var headers = parts.headers
        if !headers.contains("Accept-Ranges") { headers["Accept-Ranges"] = "bytes" }
        let count = parts.chunks.reduce(0) { $0 + $1.count }
        guard method == .get, let field = fields["Range"], allowsRange(fields["If-Range"]),
            let range = Self.range(field, of: count)
        else { return replacing(status: 200, headers, parts.chunks) }
        // Any other length is wrong on purpose, and is sent unchanged.
        if headers["Content-Length"] == "\(count)" { headers["Content-Length"] = "\(range.count)" }
        guard !range.isEmpty else {
            headers["Content-Range"] = "bytes */\(count)"
            return replacing(status: 416, headers, [])
        }
        headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        return replacing(status: 206, headers, chunks(in: range))
    }

    // MARK: - Private

    /// Whether an `If-Range` condition is absent, or true: a strong entity tag or a date that equals the one in this
    /// response.
    private func allowsRange(_ condition: String?) -> Bool {
        guard let condition else { return true }
        return condition.hasPrefix("\"")
            ? condition == parts.headers["ETag"]
            : condition == parts.headers["Last-Modified"]
    }

    /// The bytes of a single range. Empty if the range is outside of the body. `nil` if the field must be ignored.
    private static func range(_ field: String, of count: Int) -> Range<Int>? {
        guard let asked = RequestedRange(field) else { return nil }
        guard let first = asked.first else { return max(0, count - (asked.last ?? 0))..<count }
        let last = asked.last ?? .max
        if first > last { return nil }
        return first < count ? first..<min(last, count - 1) + 1 : 0..<0
    }

    private func chunks(in range: Range<Int>) -> [Data] {
        var start = 0
        return parts.chunks.compactMap { chunk in
            defer { start += chunk.count }
            let part = range.clamped(to: start..<start + chunk.count)
            return part.isEmpty ? nil : chunk.piece(part.lowerBound - start..<part.upperBound - start)
        }
    }

    private func replacing(status: Int, _ headers: HTTPHeaders, _ chunks: [Data]) -> SampleResponse {
        var message = self
        (message.parts.status, message.parts.headers, message.parts.chunks) = (status, headers, chunks)
        return message
    }
}
