import Tern

/// Whether a response may be stored by a private cache (RFC 9111, section 3).
enum Storability {
    /// The statuses that this cache understands (RFC 9111, section 5.2.2.3).
    private static let understoodStatuses = Freshness.heuristicStatuses.union([
        302, 303, 307, 400, 401, 403, 406, 409, 421, 429, 500, 502, 503, 504,
    ])
    /// The statuses that depend on the conditions or the range of one request, so that no other request may receive them.
    private static let conditionalStatuses: Set<Int> = [206, 304, 412, 416]

    /// - Parameters:
    ///   - control: The directives of the response.
    ///   - request: The fields of the request. Its method is GET or QUERY.
    static func isStorable(
        _ status: Int,
        _ headers: HTTPHeaders,
        _ control: CacheControl,
        request: HTTPHeaders
    ) -> Bool {
        guard status >= 200, !conditionalStatuses.contains(status),
            !headers.list(for: "Vary").contains("*"),
            // An engine doesn't decode the body of a request for a range.
            headers.hasIdentityCoding || !request.contains("Range")
        else { return false }
        if control.requiresUnderstanding {
            guard understoodStatuses.contains(status) else { return false }
        } else if control.forbidsStorage {
            return false
        }
        return control.isPublic || control.isPrivate || control.maximumAge != nil || headers.contains("Expires")
            || Freshness.heuristicStatuses.contains(status)
    }
}
