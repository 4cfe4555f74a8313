import Foundation

/// The `Authorization` field that a plugin has set, and the origins that may receive it.
///
/// A later plugin may change the URL of the request, or create another request with its fields. The field is removed
/// before a request is sent to another origin. So the call remembers the field, not the request.
struct OriginBoundAuthorization: Sendable, Equatable {
    let value: String
    let home: URL
    /// Further URLs whose origins may receive the field.
    let trusted: [URL]

    /// The value without the name of the scheme.
    var credentials: String { value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? value }

    /// Whether the origin of a URL may receive the field.
    func allows(_ url: URL) -> Bool { Self.isAllowed(url, home: home, trusted: trusted) }

    static func isAllowed(_ url: URL, home: URL, trusted: [URL]) -> Bool {
        url.hasSameOrigin(as: home) || trusted.contains { url.hasSameOrigin(as: $0) }
    }
}

extension Request {
    /// This request with an `Authorization` field, whose origins the call remembers.
    func authorized(_ field: OriginBoundAuthorization, in context: RequestContext) -> Request {
        context.bind(field)
        var request = self
        if headers.contains("Authorization") {
            request.headers["Authorization"] = field.value
        } else {
            request.headers.add(field.value, for: "Authorization")
        }
        return request
    }

    /// Removes an `Authorization` value of the call that the origin of ``url`` may not receive. A value that a later
    /// plugin has set stays unchanged.
    mutating func removeAuthorizationOfOtherOrigins(_ fields: [OriginBoundAuthorization]) {
        let url = url
        let isRemoved = { (value: String) in
            let known = fields.filter { $0.value == value }
            return !known.isEmpty && !known.contains { $0.allows(url) }
        }
        let values = headers.values(for: "Authorization")
        guard values.contains(where: isRemoved) else { return }
        headers.remove("Authorization")
        for value in values where !isRemoved(value) { headers.add(value, for: "Authorization") }
    }
}
