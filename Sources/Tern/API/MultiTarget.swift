import Foundation

/// A target that wraps any other target, for one provider that serves several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// let response = try await provider.request(.target(GitHub.zen))
/// let user = try await provider.value(.target(.user("octocat") as Call<GitHub, User>))
/// ```
///
/// Plugins and errors receive the wrapped target.
public enum MultiTarget: RoutedTarget {
    /// A target of any type, which supplies all properties of the ``MultiTarget``.
    case target(any TargetType)

    /// Wraps a target of any type.
    public init(_ target: any TargetType) {
        self = .target(target)
    }

    /// The wrapped target, at any depth.
    public var target: any TargetType {
        switch self {
        case .target(let multi as MultiTarget): multi.target
        case .target(let target): target
        }
    }

    public var baseURL: URL { target.baseURL }

    /// All properties of the wrapped target, with or without a route.
    public var route: HTTPRoute { target._resolvedRoute }

    @_documentation(visibility: internal)
    public var _resolvedRoute: HTTPRoute { target._resolvedRoute }
}

extension TargetType {
    /// The wrapped target of a ``MultiTarget``, at any depth. The target itself for any other type.
    package var innermost: any TargetType { (self as? MultiTarget)?.target ?? self }
}

/// The type and case of a target, without the case's arguments. For a ``MultiTarget``, those of the wrapped target.
package func targetName(of target: any TargetType) -> String {
    targetName(of: target.innermost as any Sendable)
}

extension MultiTarget: CustomStringConvertible, TextReflectable {
    /// The wrapped case without its arguments.
    public var description: String { targetName(of: target) }
}
