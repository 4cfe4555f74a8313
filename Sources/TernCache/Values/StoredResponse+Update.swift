import Foundation
import Tern

extension StoredResponse {
    /// The fields that describe the stored body. A response without a body doesn't change them (RFC 9111, section 3.2).
    private static let bodyFields: Set<String> = [
        "content-length", "content-encoding", "content-range", "content-type",
    ]

    /// This response with the fields of a 304, or of a response to HEAD (RFC 9111, sections 4.3.4 and 4.3.5).
    ///
    /// - Parameters:
    ///   - headers: The fields as received.
    ///   - request: The fields of the request, which selects this response from now on, by the fields that `Vary`
    ///     names now.
    ///   - key: The key of their digests.
    func updated(
        by headers: HTTPHeaders,
        of request: HTTPHeaders,
        key: Data,
        id: UInt64,
        requestTime: Date,
        responseTime: Date
    ) -> StoredResponse {
        var kept = self.headers
        // The age and the date of the old response say nothing of the new one.
        for name in ["Age", "Date"] { kept.remove(name) }
        let fields = HTTPHeaders(headers.filter { !Self.bodyFields.contains($0.name.lowercased()) })
        let merged = kept.merging(fields)
        return StoredResponse(
            id: id,
            status: status,
            headers: merged,
            trailers: trailers,
            body: body,
            isDecoded: isDecoded,
            selecting: SelectingField.all(for: merged, of: request, key: key) ?? [],
            requestTime: requestTime,
            responseTime: responseTime
        )
    }

    /// This response, stale from now on.
    func outdated(since now: Date, id: UInt64) -> StoredResponse {
        StoredResponse(
            id: id,
            status: status,
            headers: headers,
            trailers: trailers,
            body: body,
            isDecoded: isDecoded,
            selecting: selecting,
            requestTime: requestTime,
            responseTime: responseTime,
            outdatedSince: now
        )
    }
}
