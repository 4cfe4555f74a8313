import Foundation

/// One value behind one lock. Never call out or await inside ``withLock(_:)``.
// Unchecked, since the value is only used under the lock. The lock of Tern isn't public.
final class Guarded<State: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
