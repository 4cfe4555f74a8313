#if os(Linux)
    import CTernCurl

    /// What the engine's thread has yet to do. Any number of letters cost one wake-up.
    final class CurlMailbox: Sendable {
        enum Letter: Sendable {
            case start(CurlSubmission)
            case cancel(Int)
            /// Goes on with what was paused, as a `CurlPause` says.
            case resume(Int, Int32)
            case stop
        }

        private struct State {
            var letters: [Letter] = []
            var isWoken = false
            var isClosed = false
        }

        /// Unsafe only by its type: other threads than the engine's only call `curl_multi_wakeup`, which is made for that.
        nonisolated(unsafe) let multi: tern_curl_multi
        private let state = Locked(State())

        /// `nil` when there is no memory or no descriptor left.
        init?() {
            guard let multi = tern_curl_multi_init() else { return nil }
            self.multi = multi
        }

        /// Wakes the thread under the lock, so that it can't free `multi` in between. After the end there is nobody to
        /// read a letter, and nothing that it could be about.
        func post(_ letter: Letter) {
            state.withLock { state in
                guard !state.isClosed else { return }
                state.letters.append(letter)
                guard !state.isWoken else { return }
                state.isWoken = true
                _ = tern_curl_multi_wakeup(multi)
            }
        }

        func takeAll() -> [Letter] {
            state.withLock { state in
                state.isWoken = false
                defer { state.letters = [] }
                return state.letters
            }
        }

        func close() {
            state.withLock { state in
                state.isClosed = true
                _ = tern_curl_multi_cleanup(multi)
            }
        }
    }
#endif
