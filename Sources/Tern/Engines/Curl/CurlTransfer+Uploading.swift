#if os(Linux)
    import CTernCurl
    import Foundation

    /// The body of the request, as libcurl asks for it.
    extension CurlTransfer {
        /// - Returns: How many bytes there were, or a ``CurlCallbackResult``.
        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
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

        /// - Returns: Whether the body goes on from there.
        func seek(to offset: Int64) -> Bool {
            // libcurl rewinds only to send a request again.
            guard attempt == nil else {
                stopReason = .repetition
                return false
            }
            return upload.seek(to: offset)
        }

        /// libcurl waits for nothing from the server any more. Where the server has closed the connection, libcurl would tell
        /// that only after the whole body, which may take for ever to come.
        func stoppedWaiting(for socket: Int32) {
            guard paused == CurlPause.sending, failure == nil, !head.isComplete else { return }
            var byte: UInt8 = 0
            guard recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
            failure = TernError(.connectionLost, reason: "The connection was closed before the answer to an upload.")
            commandQueue.post(.resume(id, CurlPause.sending))
        }

        func sent(_ bytes: Int64, of expected: Int64) {
            // libcurl counts the framing of chunks, too.
            let bytes = min(bytes, Int64(upload.takenBytes))
            guard bytes > progress.sentBytes else { return }
            lastActivity = tick.now
            progress.sentBytes = bytes
            progress.expectedSentBytes = expected > 0 ? expected : nil
            prepared.relay.report(progress)
        }

        /// Whether the body can be sent from its beginning: it is replayable, or none of it was asked for.
        var isBodyReplayable: Bool { upload.isReplayable }
    }
#endif
