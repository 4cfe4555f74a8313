#if os(Linux)
    /// What the engine's thread has yet to do. It is woken only if it sleeps, and once for any number of letters.
    final class CurlMailbox: Sendable {
        enum Letter: Sendable {
            case start(CurlSubmission, CurlReply.Continuation)
            case cancel(Int)
            /// Goes on with what was paused, as a `CurlPause` says.
            case resume(Int, Int32)
            case stop
        }

        private struct State {
            var letters: [Letter] = []
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

        /// After the end there is nobody to read a letter, and nothing that it could be about.
        func post(_ letter: Letter) {
            let wakes = state.withLock { state in
                guard !state.isClosed else { return false }
                state.letters.append(letter)
                defer { state.isAsleep = false }
                return state.isAsleep
            }
            // Not under the lock, which the thread would wait for at once. The poller is there as long as this is.
            if wakes { poller.wake() }
        }

        /// - Parameter letters: Empty before, all that have come after.
        func takeAll(_ letters: inout [Letter]) {
            state.withLock { state in
                state.isAsleep = false
                swap(&state.letters, &letters)
            }
        }

        /// - Returns: Whether there is no letter. The next one wakes the thread then.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.letters.isEmpty
                return state.isAsleep
            }
        }

        func close() {
            state.withLock { $0.isClosed = true }
        }
    }
#endif
