import Tern

/// The metrics of all targets at one time. See ``MetricsPlugin/snapshot``.
public struct MetricsSnapshot: Sendable, Hashable {
    /// The metrics of each target that was called, ordered by name.
    public let targets: [TargetMetrics]

    /// The metrics of a target, such as `"GitHub.user"`. `nil` if it wasn't called.
    public subscript(name: String) -> TargetMetrics? { targets.first { $0.name == name } }
}

extension MetricsSnapshot: CustomStringConvertible {
    /// One line for each target: the numbers of calls and errors.
    public var description: String {
        targets.map { target in
            let errors = target.errors.values.reduce(0, +)
            return "\(target.name): \(target.count) calls, \(errors) errors, \(target.inFlight) in flight"
        }
        .joined(separator: "\n")
    }
}
