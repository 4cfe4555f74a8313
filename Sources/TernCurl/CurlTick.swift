#if os(Linux)
    import TernHTTP

    /// The current iteration of the engine's loop: its start time, and the transfers whose bodies must be flushed. One
    /// object serves all iterations.
    ///
    /// All times of an engine are durations since its start.
    final class CurlTick {
        private let start = ContinuousClock.now

        /// The time at which the tick began.
        private(set) var now = Duration.zero

        /// The number of calls of libcurl. In each, a transfer may use its share of the thread.
        var work = 0

        /// Transfers with a pending piece of a body, which is delivered when libcurl has finished its work.
        var transfersToFlush: [CurlTransfer] = []

        /// The current time, which is later than ``now``.
        var currentTime: Duration { ContinuousClock.now - start }

        func begin() {
            now = currentTime
        }

        func flush() {
            // Flushing can pause a transfer, and libcurl may then deliver more of a body.
            while let transfer = transfersToFlush.popLast() { transfer.flush() }
        }
    }
#endif
