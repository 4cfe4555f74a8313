#if os(Linux)
    /// One round of the engine's thread: when it began, and what it has yet to hand over.
    final class CurlTurn {
        /// Read once a round: a request has a dozen callbacks.
        private(set) var now = ContinuousClock.now

        /// Those that have something of a body to hand over when libcurl is done with its work.
        var transfers: [CurlTransfer] = []

        func begin() {
            now = .now
        }

        func handOver() {
            // Handing over can pause a transfer, in which libcurl may hand out more.
            while let transfer = transfers.popLast() { transfer.handOver() }
        }
    }
#endif
