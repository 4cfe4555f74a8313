#if os(Linux)
    import CTernCurl
    import Foundation

    /// How long a transfer may take, and its pauses.
    extension CurlTransfer {
        /// When the transfer has taken too long, if nothing happens before.
        var dueTime: ContinuousClock.Instant {
            // Who is slow to read, or to bring the body, isn't the server; but that has said what it thinks of the body
            // before all of it was there, and may say no more.
            let isIdle = paused == 0 || (paused == CurlPause.sending && head.isComplete)
            return (isIdle ? lastActivity : tick.now) + prepared.idleTimeout
        }

        /// Whether the transfer has taken too long.
        ///
        /// libcurl hands out whole lines of a head only. Bytes inside one show on the connection, which is looked at when the
        /// idle time is over; on HTTP/2 they may belong to other streams.
        func isOverdue() -> Bool {
            guard dueTime <= tick.now else { return false }
            guard !head.isComplete, head.version != .http2, let connection = attempt?.connection,
                !connection.isMultiplexed, let time = connection.lastReadTime, time > lastActivity
            else { return true }
            lastActivity = time
            return dueTime <= tick.now
        }

        var dueError: TernError {
            TernError(.timedOut, reason: "Nothing came from the server for \(prepared.idleTimeout).")
        }

        /// Goes on with what was paused.
        func resume(_ mask: Int32) {
            guard paused & mask != 0 else { return }
            paused &= ~mask
            lastActivity = tick.now
            if mask == CurlPause.receiving, decoder?.hasMore == true, !decode() { return }
            // The callbacks may be called in here, and pause again.
            _ = tern_curl_easy_pause(slot.easy, paused)
        }
    }
#endif
