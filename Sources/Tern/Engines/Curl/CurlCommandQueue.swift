#if os(Linux)
    /// What the engine's thread has yet to do. It is woken only if it sleeps, and once for any number of commands.
    final class CurlCommandQueue: Sendable {
        private struct State {
            var commands: [CurlCommand] = []
            /// Whether the thread sleeps, and nobody has woken it.
            var isAsleep = false
            var isClosed = false
        }

        let poller: CurlPoller
        private let state = Locked(State())

        /// `nil` when there is no descriptor left.
        init?() {
            guard let poller = CurlPoller() else { return nil }
            self.poller = poller
        }

        deinit {
            poller.close()
        }

        /// After the end there is nobody to read a command, and nothing that it could be about.
        func post(_ command: CurlCommand) {
            let wakes = state.withLock { state in
                guard !state.isClosed else { return false }
                state.commands.append(command)
                defer { state.isAsleep = false }
                return state.isAsleep
            }
            // Not under the lock, which the thread would wait for at once. The poller is there as long as this is.
            if wakes { poller.wake() }
        }

        /// - Parameter commands: Empty before, all that have come after.
        func takeAll(_ commands: inout [CurlCommand]) {
            state.withLock { state in
                state.isAsleep = false
                swap(&state.commands, &commands)
            }
        }

        /// - Returns: Whether there is no command. The next one wakes the thread then.
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
