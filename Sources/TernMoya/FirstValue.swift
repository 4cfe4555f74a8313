/// The first of the values that code of the app passes on. Later ones are ignored.
final class FirstValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Guarded(State())

    func set(_ value: Value) {
        let waiter = state.update { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value. Only one task may wait.
    func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.update { state -> Value? in
                if state.value == nil { state.waiter = continuation }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
