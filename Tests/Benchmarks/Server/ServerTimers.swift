#if os(Linux)
    import Glibc

    /// The times at which delayed responses are due, the earliest last.
    struct ServerTimers {
        private var entries: [(time: Int, connection: ServerConnection)] = []

        /// For `epoll_wait`: -1 waits without a limit.
        var sleepMilliseconds: Int32 {
            guard let next = entries.last else { return -1 }
            // Rounded up, since the loop would otherwise spin during the last millisecond.
            return Int32(max(0, (next.time - Self.now + 999_999) / 1_000_000))
        }

        mutating func add(_ connection: ServerConnection, milliseconds: Int) {
            let time = Self.now + milliseconds * 1_000_000
            // Most delays are equal, so most timers are inserted at the front.
            let index = entries.firstIndex { $0.time <= time } ?? entries.endIndex
            entries.insert((time, connection), at: index)
        }

        mutating func takeDue() -> ServerConnection? {
            guard let next = entries.last, next.time <= Self.now else { return nil }
            entries.removeLast()
            // Another connection may use its descriptor by now.
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
