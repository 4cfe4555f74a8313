import Foundation
import Tern

/// Adds the `Authorization` field to the requests of targets that require credentials (RFC 9110, section 11.6.2).
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [AuthorizationPlugin { _ in await keychain.token }])
/// let intranet = Provider<Intranet>(plugins: [AuthorizationPlugin(.user("ada", password: password))])
/// ```
///
/// The target's `TargetType.authorization` selects the scheme. Requests of targets whose `authorization` is `.none`
/// are sent unchanged. An `Authorization` field that the request already has is replaced.
///
/// Only these origins (scheme, host and port) receive the field: that of the target's `baseURL`, that of the URL of the
/// provider's endpoint closure, and the trusted origins. If a request closure or a plugin has changed the URL to another
/// origin, the request is sent without the field, like a redirect to another origin. This also applies to changes by
/// plugins that come after this one in the array. The explanation of the call, its log and the error for status 401 then
/// say that the origin isn't trusted.
///
/// If a closure throws an error, the call fails with it, or with code `.pluginFailed` if it isn't a `TernError`. With the
/// `cacheUse` `.onlyStored`, nothing is sent, and the request then goes on without the field. To refresh tokens that
/// expire, use ``RefreshingAuthorizationPlugin`` instead. The `timeout` of a call doesn't include the closures. A
/// ``DeadlinePlugin`` before this plugin cancels them, and waits for their end.
public struct AuthorizationPlugin: Plugin {
    private let trustedOrigins: [URL]
    private let source: @Sendable (any TargetType) async throws -> Credentials?

    /// A plugin with a source of tokens.
    ///
    /// - Parameters:
    ///   - trustedOrigins: URLs whose origins receive the credentials, too, such as that of a test server. Paths are
    ///     ignored. Empty by default.
    ///   - token: Returns the token for a target, without the name of the scheme; `nil` if there is none. Called once
    ///     per call, or once per attempt if a plugin that retries precedes this one in the array.
    public init(
        trustedOrigins: [URL] = [],
        token: @escaping @Sendable (_ target: any TargetType) async throws -> String?
    ) {
        self.trustedOrigins = trustedOrigins
        source = { try await token($0).map { .token($0) } }
    }

    /// A plugin with a source of credentials of any kind.
    ///
    /// - Parameters:
    ///   - trustedOrigins: URLs whose origins receive the credentials, too, such as that of a test server. Paths are
    ///     ignored. Empty by default.
    ///   - credentials: Returns the credentials for a target; `nil` if there are none. Called once per call, or once
    ///     per attempt if a plugin that retries precedes this one in the array.
    @_disfavoredOverload
    public init(
        trustedOrigins: [URL] = [],
        credentials: @escaping @Sendable (_ target: any TargetType) async throws -> Credentials?
    ) {
        self.trustedOrigins = trustedOrigins
        source = credentials
    }

    /// A plugin with credentials that don't change.
    ///
    /// - Parameters:
    ///   - credentials: The token, or the user and the password.
    ///   - trustedOrigins: URLs whose origins receive the credentials, too. Empty by default.
    public init(_ credentials: Credentials, trustedOrigins: [URL] = []) {
        self.trustedOrigins = trustedOrigins
        source = { _ in credentials }
    }

    /// Sends the request with the `Authorization` field.
    ///
    /// - Throws: `TernError` with code `.missingCredentials` if the source returns `nil`, or a user and a password for
    ///   a scheme other than Basic; with code `.invalidField` if the credentials can't be in a header field.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let target = context.target
        let origins = context.origins + trustedOrigins
        guard let scheme = context.authorization.scheme, context.mayAuthorize(request, for: origins) else {
            return try await next(request)
        }
        // With `onlyStored`, nothing is sent.
        let isNeeded = request.attributes.cacheUse != .onlyStored
        guard let credentials = try await credentials(for: target, isNeeded: isNeeded) else {
            if !isNeeded { return try await next(request) }
            throw TernError(.missingCredentials, reason: "The source of the AuthorizationPlugin returned nil.")
        }
        var request = request
        context.authorize(&request, with: try credentials.fieldValue(of: scheme), for: origins)
        return try await next(request)
    }

    /// - Parameter isNeeded: Whether an error of the source fails the call.
    private func credentials(for target: any TargetType, isNeeded: Bool) async throws -> Credentials? {
        do {
            return try await source(target)
        } catch {
            let failure = TernError.wrapping(error, thrownBy: .plugin(Self.self)).fromCredentials()
            if !isNeeded, failure.code != .cancelled { return nil }
            throw failure
        }
    }
}

extension AuthorizationPlugin: CustomReflectable {
    /// Nothing: the trusted origins are whole URLs, which may have credentials.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
