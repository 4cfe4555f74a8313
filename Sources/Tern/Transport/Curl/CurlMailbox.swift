#if os(Linux)
    import CTernCurl

    /// What the engine's thread has yet to do. Any number of letters cost one wake-up.
    final class CurlMailbox: Sendable {
        enum Letter: Sendable {
            case start(CurlSubmission)
            case cancel(Int)
            case stop
        }

        private struct State {
            var letters: [Letter] = []
            var isWoken = false
        }

        /// Unsafe only by its type: other threads than the engine's only call `curl_multi_wakeup`, which is made for that.
        nonisolated(unsafe) let multi: tern_curl_multi
        private let state = Locked(State())

        /// `nil` when there is no memory or no descriptor left.
        init?() {
            guard let multi = tern_curl_multi_init() else { return nil }
            self.multi = multi
        }

        /// Called under the lock, so that the thread can't take the last letter and free `multi` in between.
        func post(_ letter: Letter) {
            state.withLock { state in
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

        /// After this nothing may be posted.
        func close() {
            _ = tern_curl_multi_cleanup(multi)
        }
    }
#endif
