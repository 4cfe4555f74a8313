#if os(Linux)
    import Glibc

    /// Which connection is to be answered when, the earliest last.
    struct ServerTimers {
        private var entries: [(time: Int, connection: ServerConnection)] = []

        /// For `epoll_wait`: -1 is for ever.
        var sleepMilliseconds: Int32 {
            guard let next = entries.last else { return -1 }
            // Rounded up, or the loop would spin through the last millisecond.
            return Int32(max(0, (next.time - Self.now + 999_999) / 1_000_000))
        }

        mutating func add(_ connection: ServerConnection, milliseconds: Int) {
            let time = Self.now + milliseconds * 1_000_000
            // Few differ in their delay, so the place of most is the first.
            let index = entries.firstIndex { $0.time <= time } ?? entries.endIndex
            entries.insert((time, connection), at: index)
        }

        mutating func takeDue() -> ServerConnection? {
            guard let next = entries.last, next.time <= Self.now else { return nil }
            entries.removeLast()
            // Its descriptor may be another's by now.
            return next.connection.isEnded ? takeDue() : next.connection
        }

        /// Nanoseconds of the monotonic clock.
        private static var now: Int {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
    }
#endif
