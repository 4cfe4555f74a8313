import Foundation

/// A target whose requests carry a token.
public protocol AccessTokenAuthorizable {
    /// The scheme of the token. `nil` for a request without a token.
    var authorizationType: AuthorizationType? { get }
}

/// The scheme of a token in `Authorization`.
public enum AuthorizationType: Equatable, Sendable {
    /// `Basic`.
    case basic
    /// `Bearer`.
    case bearer
    /// A scheme with this name.
    case custom(String)

    /// The name of the scheme, as it is sent.
    public var value: String {
        switch self {
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .custom(let value): value
        }
    }
}

/// Adds `Authorization` to the requests of ``AccessTokenAuthorizable`` targets.
public struct AccessTokenPlugin: PluginType {
    /// Makes the token of a target. Runs on the session's ``Session/rootQueue``.
    public typealias TokenClosure = @Sendable (TargetType) -> String

    /// Makes the token of a target.
    @preconcurrency public let tokenClosure: TokenClosure

    /// Adds the tokens that this closure makes.
    @preconcurrency public init(tokenClosure: @escaping TokenClosure) { self.tokenClosure = tokenClosure }

    public func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        guard let type = (target as? AccessTokenAuthorizable)?.authorizationType else { return request }
        var request = request
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        request.addValue("\(type.value) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
