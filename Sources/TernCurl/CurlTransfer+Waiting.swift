#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The idle timeout and the pauses of a transfer.
    extension CurlTransfer {
        /// The largest number of bytes within an idle time that count as replies to frames, such as PING.
        private static let maximumFrameReplies: UInt64 = 4_096

        /// When the transfer times out, unless a byte is sent or received before.
        var dueTime: Duration {
            // The time doesn't count while a slow reader, or a slow source of the request's body, pauses the transfer.
            // If the head of the response is complete before the body is sent, the server may send nothing more, so the
            // time counts then.
            let isIdle = paused == 0 || (paused == CurlPause.sending && head.isComplete)
            return (isIdle ? lastActivity : tick.now) + prepared.idleTimeout
        }

        /// Whether the transfer has timed out.
        ///
        /// libcurl delivers only whole lines of a head, so the bytes of an incomplete line are visible only on the
        /// socket. The socket is checked when the idle time has passed. With HTTP/2 the bytes may belong to other
        /// streams. If there are no others, they count while a body is sent.
        func isOverdue() -> Bool {
            guard dueTime <= tick.now else { return false }
            guard !head.isComplete, let connection = attempt?.connection,
                !connection.isMultiplexed || connection.transfers.count == 1 && isSendingBody(on: connection),
                let time = connection.lastReadTime, time > lastActivity
            else { return true }
            lastActivity = time
            return dueTime <= tick.now
        }

        /// Whether the server has received a part of the body since the last call.
        ///
        /// Newer versions of libcurl count the body's bytes when they buffer them. The server then lets some more of
        /// them pass with each of its frames. Its other frames, such as PING, don't prove that it receives the body.
        private func isSendingBody(on connection: CurlConnection) -> Bool {
            guard request.body != nil else { return false }
            let bytes = connection.acknowledgedBytes
            defer { acknowledgedBytes = bytes }
            return bytes > acknowledgedBytes + Self.maximumFrameReplies
        }

        var dueError: TernError {
            .idle(for: prepared.idleTimeout)
        }

        /// Resumes the directions in `mask` that are paused.
        func resume(_ mask: Int32) {
            guard paused & mask != 0 else { return }
            paused &= ~mask
            lastActivity = tick.now
            if mask == CurlPause.receiving, decoder?.hasMore == true, !decode() { return }
            // This call may run the callbacks, which may pause the transfer again.
            _ = tern_curl_easy_pause(slot.easy, paused)
        }
    }
#endif
