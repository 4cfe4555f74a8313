#if os(Linux)
    import TernHTTP

    /// A command to the engine's thread.
    enum CurlEngineCommand: Sendable {
        case start(CurlPreparedRequest, CurlResult.Continuation)
        /// Cancels the transfer with this id.
        case cancel(Int)
        /// Resumes the paused directions of the transfer with this id. The mask has the bits of ``CurlPause``.
        case resume(Int, Int32)
        case stop
    }

    /// Commands for the engine's thread. Posting wakes the thread only if it sleeps, and once for any number of
    /// commands.
    final class CurlCommandQueue: Sendable {
        private struct State {
            var commands: [CurlEngineCommand] = []
            /// Whether the thread sleeps, and hasn't been woken yet.
            var isAsleep = false
            var isClosed = false
        }

        let poller: CurlPoller
        private let state = Locked(State())

        /// Returns `nil` if the process has no free file descriptor.
        init?() {
            guard let poller = CurlPoller() else { return nil }
            self.poller = poller
        }

        deinit {
            poller.close()
        }

        /// Adds a command. Does nothing after the thread has ended, when no transfer is left.
        func post(_ command: CurlEngineCommand) {
            let wakes = state.withLock { state in
                guard !state.isClosed else { return false }
                state.commands.append(command)
                defer { state.isAsleep = false }
                return state.isAsleep
            }
            // The lock is released first, because the woken thread takes it at once. The poller exists as long as this
            // object.
            if wakes { poller.wake() }
        }

        /// - Parameter commands: An empty array, which receives all posted commands.
        func takeAll(_ commands: inout [CurlEngineCommand]) {
            state.withLock { state in
                state.isAsleep = false
                swap(&state.commands, &commands)
            }
        }

        /// Marks the thread as asleep if the queue is empty, so that the next command wakes it.
        ///
        /// - Returns: Whether the queue is empty.
        func prepareToSleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty
                return state.isAsleep
            }
        }

        func close() {
            state.withLock { $0.isClosed = true }
        }
    }
#endif
