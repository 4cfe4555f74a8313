#if os(Linux)
    /// One iteration of the engine's loop: its start time, and the transfers whose bodies must be flushed.
    final class CurlTick {
        /// The time at which the tick began. Read once per tick, since a request has a dozen callbacks.
        private(set) var now = ContinuousClock.now

        /// Transfers with a pending piece of a body, which is delivered when libcurl has finished its work.
        var transfersToFlush: [CurlTransfer] = []

        func begin() {
            now = .now
        }

        func flush() {
            // Flushing can pause a transfer, and libcurl may then deliver more of a body.
            while let transfer = transfersToFlush.popLast() { transfer.flush() }
        }
    }
#endif
