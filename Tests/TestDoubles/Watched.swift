import Tern

/// A value that a test can wait for, so that it needs neither sleeps nor polling.
package final class Watched<Value: Sendable>: Sendable {
    private struct Watcher {
        let isReady: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value, Never>
    }

    private struct State {
        var value: Value
        var lastID = 0
        var watchers: [Int: Watcher] = [:]
    }

    private let state: Locked<State>

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    package var value: Value { state.withLock(\.value) }

    @discardableResult
    package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        let (result, value, ready) = state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            let ready = state.watchers.filter { $0.value.isReady(value) }
            for id in ready.keys { state.watchers[id] = nil }
            return (result, value, ready.values.map(\.continuation))
        }
        for continuation in ready { continuation.resume(returning: value) }
        return result
    }

    /// The value once it satisfies the condition, or the current value when the task is cancelled.
    @discardableResult
    package func value(when isReady: @escaping @Sendable (Value) -> Bool) async -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    if isReady(state.value) || Task.isCancelled { return state.value }
                    state.watchers[id] = Watcher(isReady: isReady, continuation: continuation)
                    return nil
                }
                if let value { continuation.resume(returning: value) }
            }
        } onCancel: {
            let (watcher, value) = state.withLock { ($0.watchers.removeValue(forKey: id), $0.value) }
            watcher?.continuation.resume(returning: value)
        }
    }
}

extension Watched {
    /// Adds to a log.
    package func append<Element>(_ element: Element) where Value == [Element], Element: Sendable {
        update { $0.append(element) }
    }

    /// The log once it has `count` entries.
    @discardableResult
    package func entries<Element>(atLeast count: Int) async -> [Element] where Value == [Element] {
        await value { $0.count >= count }
    }
}
