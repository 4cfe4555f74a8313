import Foundation

/// Adds the `Authorization` field to the requests of targets that require credentials.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [AccessTokenPlugin { _ in await keychain.token }])
/// ```
///
/// Requests of targets whose `authorization` is `.none` are sent unchanged. If the closure throws an error, the call
/// fails with it, or with code `.pluginFailed` if it isn't a `TernError`.
public struct AccessTokenPlugin: Plugin {
    private let token: @Sendable (any TargetType) async throws -> String

    /// - Parameter token: Returns the credentials for a target, without the scheme's name. Called once per call, or
    ///   once per attempt if a plugin that retries precedes this one in the array.
    public init(token: @escaping @Sendable (_ target: any TargetType) async throws -> String) {
        self.token = token
    }

    public func prepare(_ request: Request, context: RequestContext) async throws -> Request {
        guard let scheme = context.target.authorization.scheme else { return request }
        let token = try await token(context.target)
        guard HTTPField.isValid(value: token), HTTPField.isToken(scheme) else {
            let reason = "The access token or its scheme contains characters that a header field can't contain."
            throw TernError(.invalidField, reason: reason)
        }
        var request = request
        request.headers["Authorization"] = "\(scheme) \(token)"
        return request
    }
}
