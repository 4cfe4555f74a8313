import Foundation

/// A target of any type, for one provider of several APIs.
public enum MultiTarget: TargetType {
    /// A target of any type.
    case target(TargetType)

    /// A target of any type.
    public init(_ target: TargetType) { self = .target(target) }

    /// The target inside.
    public var target: TargetType {
        switch self {
        case .target(let target): target
        }
    }

    public var path: String { target.path }
    public var baseURL: URL { target.baseURL }
    public var method: HTTPMethod { target.method }
    public var sampleData: Data { target.sampleData }
    public var task: Task { target.task }
    public var validationType: ValidationType { target.validationType }
    public var headers: [String: String]? { target.headers }
}

extension MultiTarget: AccessTokenAuthorizable {
    public var authorizationType: AuthorizationType? { (target as? AccessTokenAuthorizable)?.authorizationType }
}
