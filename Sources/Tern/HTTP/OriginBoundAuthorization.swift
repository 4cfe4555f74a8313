import Foundation

/// The `Authorization` field that a plugin has set, and the origins that may receive it.
///
/// A later plugin may change the URL of the request. The field is removed before the request is sent to another origin.
struct OriginBoundAuthorization: Sendable {
    let value: String
    let home: URL
    /// Further URLs whose origins may receive the field.
    let trusted: [URL]

    /// Whether the origin of a URL may receive the field.
    func allows(_ url: URL) -> Bool { Self.isAllowed(url, home: home, trusted: trusted) }

    static func isAllowed(_ url: URL, home: URL, trusted: [URL]) -> Bool {
        url.hasSameOrigin(as: home) || trusted.contains { url.hasSameOrigin(as: $0) }
    }
}

extension Request {
    /// This request with an `Authorization` field that only the allowed origins receive.
    func authorized(_ field: OriginBoundAuthorization) -> Request {
        var request = self
        if headers.contains("Authorization") {
            request.headers["Authorization"] = field.value
        } else {
            request.headers.add(field.value, for: "Authorization")
        }
        request.boundAuthorization = Box(field)
        return request
    }

    /// Removes an `Authorization` value that the origin of ``url`` may not receive. A value that a later plugin has set
    /// stays unchanged.
    mutating func removeAuthorizationOfOtherOrigins() {
        guard let field = boundAuthorization?.value, !field.allows(url) else { return }
        let others = headers.values(for: "Authorization").filter { $0 != field.value }
        headers.remove("Authorization")
        for other in others { headers.add(other, for: "Authorization") }
    }
}
