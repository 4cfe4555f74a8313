#if os(Linux)
    import TernHTTP

    /// The pauses of a transfer, its share of the engine's thread, and the time at which it is overdue.
    struct CurlActivity {
        private let idleTimeout: Duration
        /// The time of the last sent or received byte.
        private(set) var lastTime: Duration
        /// The paused directions, as bits of ``CurlPause``.
        private(set) var paused: Int32 = 0
        /// The bytes of the connection that the server had acknowledged when the idle time passed for the last time.
        private var acknowledgedBytes: UInt64 = 0
        /// The work on the response in a call of libcurl, in bytes of a body without codings.
        private var share = (call: 0, used: 0)

        /// Some milliseconds of work.
        private static let maximumShare = 512 * 1024
        /// The largest number of bytes within an idle time that count as replies to frames, such as PING.
        private static let maximumFrameReplies: UInt64 = 4_096

        init(idleTimeout: Duration, at time: Duration) {
            self.idleTimeout = idleTimeout
            lastTime = time
        }

        mutating func note(at time: Duration) {
            lastTime = time
        }

        /// When the transfer times out, unless a byte is sent or received before.
        ///
        /// The time doesn't count while a slow reader, or a slow source of the request's body, pauses the transfer: the
        /// client causes a pause. If the head of the response is complete before the body is sent, the server may send
        /// nothing more, so the time counts then.
        func dueTime(at now: Duration, hasHead: Bool) -> Duration {
            let isIdle = paused == 0 || (paused == CurlPause.sending && hasHead)
            return (isIdle ? lastTime : now) + idleTimeout
        }

        /// Whether the server has received a part of the request's body since the last call.
        ///
        /// Newer versions of libcurl count the body's bytes when they buffer them. The server then lets some more of
        /// them pass with each of its frames. Its other frames, such as PING, don't prove that it receives the body.
        mutating func hasSentBody(acknowledgedBytes bytes: UInt64) -> Bool {
            defer { acknowledgedBytes = bytes }
            return bytes > acknowledgedBytes + Self.maximumFrameReplies
        }

        // MARK: - Pauses

        func isPaused(_ direction: Int32) -> Bool { paused & direction != 0 }

        mutating func pause(_ direction: Int32) {
            paused |= direction
        }

        /// - Returns: Whether any of the directions was paused.
        mutating func resume(_ directions: Int32, at time: Duration) -> Bool {
            guard isPaused(directions) else { return false }
            paused &= ~directions
            lastTime = time
            return true
        }

        /// Counts the work on received bytes.
        ///
        /// Framing and content codings take several times as long as plain bytes: a chunk of one byte is six bytes, and
        /// an empty member of gzip is twenty.
        ///
        /// - Parameter call: The number of the call of libcurl. In each, the transfer has its share.
        /// - Returns: Whether the share is used up, so that the others must have their turn.
        mutating func hasUsedShare(_ bytes: Int, framingBytes: Int, isCoded: Bool, in call: Int) -> Bool {
            if share.call != call { share = (call, 0) }
            share.used += isCoded ? 16 * bytes : bytes + 15 * framingBytes
            guard share.used > Self.maximumShare, !isPaused(CurlPause.receiving) else { return false }
            share.used = 0
            return true
        }
    }
#endif
