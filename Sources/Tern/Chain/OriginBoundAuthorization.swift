import Foundation

/// An `Authorization` field that a plugin has set, and the origins that may receive it.
///
/// A later plugin may change the URL of the request, or create another request with its fields. The field is removed
/// before a request is sent to another origin. So the call remembers the field, not the request.
struct OriginBoundAuthorization: Sendable, Equatable {
    let value: String
    /// URLs whose origins may receive the field.
    let origins: [URL]

    /// The value without the name of the scheme.
    var credentials: String { value.parts(at: " ", maxSplits: 1).last.map(String.init) ?? value }
}

/// The fields that the plugins of a call have set.
enum OriginBoundAuthorizations: RequestAttributeKey {
    static let defaultValue: [OriginBoundAuthorization] = []
}

extension RequestContext {
    /// Sets the `Authorization` field of a request, if one of these origins receives the request.
    ///
    /// The call remembers the field: if a later plugin changes the URL to another origin, the request is sent without
    /// it, like a redirect to another origin. A later field for other origins doesn't change this. The texts of Tern
    /// hide the credentials, also those of earlier attempts.
    ///
    /// - Parameters:
    ///   - request: The request to change.
    ///   - value: The value of the field: the name of the scheme, a space, and the credentials.
    ///   - origins: URLs with the scheme, host and port that may receive the field, such as the target's `baseURL`.
    ///     Their paths don't count.
    public func authorize(_ request: inout Request, with value: String, for origins: [URL]) {
        guard request.url.hasSameOrigin(asAnyOf: origins) else { return }
        let field = OriginBoundAuthorization(value: value, origins: origins)
        update(OriginBoundAuthorizations.self) { if !$0.contains(field) { $0.append(field) } }
        request.headers["Authorization"] = value
    }

    /// The credentials of the `Authorization` fields that plugins have set in the call with
    /// ``authorize(_:with:for:)``, in all attempts so far. A server may quote them, so a log should hide them.
    public var credentials: [String] { self[OriginBoundAuthorizations.self].map(\.credentials) }
}

extension Request {
    /// Removes an `Authorization` value of the call that the origin of ``url`` may not receive. A value that a later
    /// plugin has set stays unchanged.
    mutating func removeAuthorizationOfOtherOrigins(_ fields: [OriginBoundAuthorization]) {
        let url = url
        let isRemoved = { (value: String) in
            let known = fields.filter { $0.value == value }
            return !known.isEmpty && !known.contains { url.hasSameOrigin(asAnyOf: $0.origins) }
        }
        let values = headers.values(for: "Authorization")
        guard values.contains(where: isRemoved) else { return }
        headers.remove("Authorization")
        for value in values where !isRemoved(value) { headers.add(value, for: "Authorization") }
    }
}
