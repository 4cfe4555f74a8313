#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Supplies the body of the request to libcurl.
    extension CurlTransfer {
        /// Copies the next bytes of the body into `buffer`.
        ///
        /// - Returns: The number of bytes, or a ``CurlCallbackResult``.
        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            context.watch.beginStep()
            lastActivity = tick.now
            switch upload.take(into: buffer) {
            case .bytes(let count):
                return count
            case .later:
                paused |= CurlPause.sending
                return CurlCallbackResult.pauseReading
            case .end:
                return 0
            case .failed(let error):
                failure = error
                return CurlCallbackResult.abortReading
            }
        }

        /// Continues the body at `offset`.
        ///
        /// - Returns: Whether the body can continue there.
        func seek(to offset: Int64) -> Bool {
            // libcurl rewinds only to send a request again.
            guard attempt == nil else {
                stopReason = .repetition
                return false
            }
            return upload.seek(to: offset)
        }

        /// Called when libcurl no longer waits for a socket, as it does while the upload is paused.
        ///
        /// If the server has closed the connection, libcurl would report the error only after it has sent the whole
        /// body, which may never happen. So the transfer fails here.
        func stoppedWaiting(for socket: Int32) {
            guard paused == CurlPause.sending, failure == nil, loss == nil, !head.isComplete else { return }
            var byte: UInt8 = 0
            guard recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
            let reason = "The server closed the connection before it responded to the upload."
            let error = TernError(.connectionLost, reason: reason)
            if hasNoResponse { loss = lost(error, mayBeProcessed: mayBeProcessed) } else { failure = error }
            commandQueue.post(.resume(id, CurlPause.sending))
        }

        func sent(_ bytes: Int64, of expected: Int64) {
            // libcurl also counts the framing of chunks.
            let bytes = min(bytes, Int64(upload.takenBytes))
            guard bytes > progress.sentBytes else { return }
            lastActivity = tick.now
            progress.sentBytes = bytes
            progress.expectedSentBytes = expected > 0 ? expected : nil
            prepared.relay.report(progress)
        }

        /// Whether the body can be sent from its beginning: it is replayable, or libcurl hasn't requested any of it.
        var isBodyReplayable: Bool { upload.isReplayable }
    }
#endif
