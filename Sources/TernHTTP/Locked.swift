#if canImport(os)
    import os
#else
    import Foundation
#endif

/// One value behind one lock, for state that callbacks and synchronous API share. Copies share the value.
///
/// Never call out, await or log inside ``withLock(_:)``.
package struct Locked<State: Sendable>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<State>
    #else
        // Unsafe only by its type: `MutexBuffer` hands out its value under its mutex, and never otherwise.
        nonisolated(unsafe) private let lock: MutexBuffer<State>
    #endif

    package init(_ state: State) {
        #if canImport(os)
            lock = OSAllocatedUnfairLock(initialState: state)
        #else
            lock = MutexBuffer.make(state)
        #endif
    }

    package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        #if canImport(os)
            try lock.withLockUnchecked { state in try body(&state) }
        #else
            try lock.withLock(body)
        #endif
    }
}

extension Locked: CustomReflectable {
    /// A mirror without children: the value may hold secrets, and would be read without its lock.
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

#if !canImport(os)
    /// A value and the mutex that guards it, in one allocation.
    ///
    /// It is not `Synchronization.Mutex`, which is a bare futex on Linux: Thread Sanitizer doesn't recognize a futex as
    /// a lock, and reports races between accesses that can't occur at the same time.
    private final class MutexBuffer<State: Sendable>: ManagedBuffer<State, pthread_mutex_t> {
        static func make(_ state: State) -> MutexBuffer {
            let buffer = create(minimumCapacity: 1) { buffer in
                buffer.withUnsafeMutablePointerToElements { mutex in
                    mutex.initialize(to: pthread_mutex_t())
                    pthread_mutex_init(mutex, nil)
                }
                return state
            }
            return unsafeDowncast(buffer, to: MutexBuffer.self)
        }

        deinit {
            withUnsafeMutablePointerToElements { mutex in
                pthread_mutex_destroy(mutex)
                mutex.deinitialize(count: 1)
            }
        }

        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try withUnsafeMutablePointers { state, mutex in
                pthread_mutex_lock(mutex)
                defer { pthread_mutex_unlock(mutex) }
                return try body(&state.pointee)
            }
        }
    }
#endif
