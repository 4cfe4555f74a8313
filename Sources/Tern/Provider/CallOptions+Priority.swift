extension CallOptions {
    /// The priority of a call in the queue of a `ConcurrencyLimitPlugin`.
    public struct Priority: RawRepresentable, Hashable, Comparable, Sendable {
        /// Calls with a larger number are sent first.
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// -100, for prefetching and other work that can wait.
        public static let low = Priority(rawValue: -100)

        /// 0, the default.
        public static let normal = Priority(rawValue: 0)

        /// 100, for calls whose result the user waits for.
        public static let high = Priority(rawValue: 100)

        public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The priority of the call. ``Priority/normal`` by default. It has no effect without a `ConcurrencyLimitPlugin`.
    public var priority: Priority {
        get { attributes.priority }
        set { attributes.priority = newValue }
    }
}

extension RequestAttributes {
    /// The priority of the request. ``CallOptions/Priority/normal`` by default.
    public var priority: CallOptions.Priority {
        get { self[PriorityKey.self] }
        set { self[PriorityKey.self] = newValue }
    }

    private enum PriorityKey: RequestAttributeKey {
        static var defaultValue: CallOptions.Priority { .normal }
    }
}
