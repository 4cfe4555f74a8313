import Foundation

/// One value behind one lock.
///
/// It is not `Synchronization.Mutex`, which the clocks for earlier systems don't have, and which Thread Sanitizer doesn't
/// recognize as a lock on Linux.
// Unchecked, since the compiler doesn't see that `value` is used only under `lock`.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
