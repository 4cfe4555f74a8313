#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// One value behind one lock, for state that callbacks and synchronous API share.
///
/// Never call out, await or log inside ``withLock(_:)``.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<State>
    #else
        private let lock: Mutex<State>
    #endif

    package init(_ state: State) {
        #if canImport(os)
            lock = OSAllocatedUnfairLock(initialState: state)
        #else
            lock = Mutex(state)
        #endif
    }

    package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        #if canImport(os)
            try lock.withLockUnchecked { state in try body(&state) }
        #else
            try lock.withLock { state in try body(&state) }
        #endif
    }
}
