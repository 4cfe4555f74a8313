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

/// The URL of the last request of a call that was sent without its credentials, since its origin isn't trusted.
private enum UntrustedURL: RequestAttributeKey {
    static let defaultValue: URL? = nil
}

extension RequestContext {
    /// URLs whose origins (scheme, host and port) the app itself has chosen for the call: the target's `baseURL`, and the
    /// URL of the endpoint closure. They may receive the credentials of the call.
    ///
    /// A URL that a request closure, a plugin or a redirect has changed isn't one of them.
    public var origins: [URL] {
        [target.baseURL] + (exchange.endpointURL.flatMap { URL(string: $0) }.map { [$0] } ?? [])
    }

    /// Whether a request with credentials may be sent to its origin. If not, the explanation of the call, its log and the
    /// error for status 401 say that the request had no credentials, since its origin isn't trusted.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origins: URLs with the scheme, host and port that may receive credentials: ``origins``, and more of your own.
    public func mayAuthorize(_ request: Request, for origins: [URL]) -> Bool {
        let isTrusted = request.url.hasSameOrigin(asAnyOf: origins)
        if isTrusted {
            if untrustedURL != nil { self[UntrustedURL.self] = nil }
        } else {
            self[UntrustedURL.self] = request.url
        }
        return isTrusted
    }

    /// The URL of the request that had no credentials, since its origin isn't trusted. `nil` if there is none.
    public var untrustedURL: URL? { self[UntrustedURL.self] }

    /// Sets the `Authorization` field of a request, if one of these origins receives the request.
    ///
    /// The call remembers the field: if a later plugin changes the URL to another origin, the request is sent without
    /// it, like a redirect to another origin. A later field for other origins doesn't change this. The texts of Tern
    /// hide the credentials, also those of earlier attempts.
    ///
    /// - Parameters:
    ///   - request: The request to change.
    ///   - value: The value of the field: the name of the scheme, a space, and the credentials.
    ///   - origins: URLs with the scheme, host and port that may receive the field: ``origins``, and more of your own.
    ///     Their paths don't count.
    public func authorize(_ request: inout Request, with value: String, for origins: [URL]) {
        guard mayAuthorize(request, for: origins) else { return }
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
    mutating func removeAuthorizationOfOtherOrigins(in context: RequestContext) {
        let (url, fields) = (url, context[OriginBoundAuthorizations.self])
        let isRemoved = { (value: String) in
            let known = fields.filter { $0.value == value }
            return !known.isEmpty && !known.contains { url.hasSameOrigin(asAnyOf: $0.origins) }
        }
        let values = headers.values(for: "Authorization")
        guard values.contains(where: isRemoved) else { return }
        context[UntrustedURL.self] = url
        headers.remove("Authorization")
        for value in values where !isRemoved(value) { headers.add(value, for: "Authorization") }
    }
}
