import Tern

/// A value that determines the responses of a stub. Requests can change it.
///
/// ```swift
/// let cart = StubState<[Coffee]>([])
/// let shop = Provider<Shop>.stub { target in
///     switch target {
///     case .add(let coffee): cart.update { $0.append(coffee); return .status(201) }
///     case .cart: .json(cart.value)
///     }
/// }
/// ```
public final class StubState<Value: Sendable>: Sendable {
    private let state: Locked<Value>

    /// Creates a state with its first value.
    public init(_ value: Value) {
        state = Locked(value)
    }

    /// The current value.
    public var value: Value { state.withLock { $0 } }

    /// Changes the value under a lock: no other task reads or changes it at the same time.
    public func update<Result: Sendable>(_ change: (inout Value) throws -> Result) rethrows -> Result {
        try state.withLock(change)
    }
}
