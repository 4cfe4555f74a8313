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
            noteActivity()
            switch upload.take(into: buffer) {
            case .bytes(let count):
                return count
            case .later:
                activity.pause(CurlPause.sending)
                return CurlCallbackResult.pauseReading
            case .end:
                return 0
            case .failed(let error):
                fail(error)
                return CurlCallbackResult.abortReading
            }
        }

        /// Continues the body at `offset`.
        ///
        /// - Returns: Whether the body can continue there.
        func seek(to offset: Int64) -> Bool {
            // libcurl rewinds only to send a request again.
            attempt?.isRepeated = true
            return attempt == nil && upload.seek(to: offset)
        }

        /// Called when libcurl no longer waits for a socket, as it does while the upload is paused.
        ///
        /// If the server has closed the connection, libcurl would report the error only after it has sent the whole
        /// body, which may never happen. So the transfer fails here.
        func stoppedWaiting(for socket: Int32) {
            guard activity.paused == CurlPause.sending, isRunning, !reception.hasHead else { return }
            var byte: UInt8 = 0
            guard recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
            let reason = "The server closed the connection before it responded to the upload."
            let error = TernError(.connectionLost, reason: reason)
            fail(reception.isEmpty ? lost(error, mayBeProcessed: mayBeProcessed) : error)
            resumeLater(CurlPause.sending)
        }

        func sent(_ bytes: Int64, of expected: Int64) {
            // libcurl also counts the framing of chunks.
            let bytes = min(bytes, Int64(upload.takenBytes))
            guard bytes > progress.sentBytes else { return }
            activity.note(at: tick.now)
            progress.sentBytes = bytes
            progress.expectedSentBytes = expected > 0 ? expected : nil
            prepared.relay.report(progress)
        }
    }
#endif
