import Foundation

/// Adds the `Authorization` field to the requests of targets that ask for it.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [AccessTokenPlugin { _ in await keychain.token }])
/// ```
///
/// Targets whose `authorization` is `.none` are sent as they are. An error of the closure ends the call, with code
/// `.pluginFailed` unless it is a `TernError`.
public struct AccessTokenPlugin: Plugin {
    private let token: @Sendable (any TargetType) async throws -> String

    /// - Parameter token: The credentials for a target, without the scheme's name. Called once per attempt if a plugin
    ///   that retries stands before this one.
    public init(token: @escaping @Sendable (_ target: any TargetType) async throws -> String) {
        self.token = token
    }

    public func prepare(_ request: Request, context: RequestContext) async throws -> Request {
        guard let scheme = context.target.authorization.scheme else { return request }
        let token = try await token(context.target)
        guard HTTPField.isValid(value: token), HTTPField.isToken(scheme) else {
            throw TernError(.invalidField, reason: "The access token or its scheme has characters no field may have.")
        }
        var request = request
        request.headers["Authorization"] = "\(scheme) \(token)"
        return request
    }
}
