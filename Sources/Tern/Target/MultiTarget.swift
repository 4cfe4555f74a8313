import Foundation

/// Any target, for one provider that serves several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// let response = try await provider.request(.target(GitHub.zen))
/// let user = try await provider.value(.target(.user("octocat") as Call<GitHub, User>))
/// ```
///
/// Plugins and errors see the target inside.
public enum MultiTarget: TargetType {
    case target(any TargetType)

    public init(_ target: any TargetType) {
        self = .target(target)
    }

    /// The target inside, however deep.
    public var target: any TargetType {
        switch self {
        case .target(let multi as MultiTarget): multi.target
        case .target(let target): target
        }
    }

    public var baseURL: URL { target.baseURL }
    public var path: String { target.path }
    public var method: HTTPMethod { target.method }
    public var task: HTTPTask { target.task }
    public var headers: HTTPHeaders { target.headers }
    public var crossOriginHeaders: Set<String> { target.crossOriginHeaders }
    public var validation: Validation { target.validation }
    public var authorization: Authorization { target.authorization }
    public var timeout: Duration? { target.timeout }
    public var sampleData: Data { target.sampleData }
}

extension TargetType {
    /// The target that a ``MultiTarget`` stands for, however deep; any other stands for itself.
    package var innermost: any TargetType {
        // Every call comes here, and comparing types costs less than a cast.
        guard Self.self == MultiTarget.self, let multi = self as? MultiTarget else { return self }
        return multi.target
    }
}

extension MultiTarget: CustomStringConvertible, CustomReflectable {
    /// The case inside without its arguments.
    public var description: String { targetName(of: target) }

    public var customMirror: Mirror {
        Mirror(self, children: ["target": description], displayStyle: .enum)
    }
}
