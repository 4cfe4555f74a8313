/// The priority of a call in the queue of a `ConcurrencyLimitPlugin`.
///
/// ```swift
/// var options = CallOptions()
/// options.attributes[CallPriority.self] = .high
/// ```
public struct CallPriority: RawRepresentable, Hashable, Comparable, Sendable {
    /// Calls with a larger number are sent first.
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// -100, for prefetching and other work that can wait.
    public static let low = CallPriority(rawValue: -100)

    /// 0, the default.
    public static let normal = CallPriority(rawValue: 0)

    /// 100, for calls whose result the user waits for.
    public static let high = CallPriority(rawValue: 100)

    public static func < (lhs: CallPriority, rhs: CallPriority) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension CallPriority: RequestAttributeKey {
    /// ``normal``.
    public static var defaultValue: CallPriority { .normal }
}
