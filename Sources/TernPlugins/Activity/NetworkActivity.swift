import Tern

/// The beginning or the end of a call, as ``ActivityPlugin`` reports it.
public struct NetworkActivity: Sendable {
    /// The beginning or the end of a call.
    @nonexhaustive
    public enum Change: Sendable, Hashable {
        /// The request passes the plugin.
        case began
        /// The response or the error passes the plugin.
        case ended
    }

    /// Whether the call begins or ends.
    public let change: Change

    /// The number of running calls after this change.
    public let count: Int

    /// The target of the call, with its arguments. For a `MultiTarget`, the target inside.
    public let target: any TargetType
}

extension NetworkActivity: CustomStringConvertible, TextReflectable {
    /// The change, the count, and the target without its arguments.
    public var description: String { "\(targetName(of: target)) \(change), \(count) running" }
}
