#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The HTTP/2 connection that the transfer shares with others, and its end.
    extension CurlTransfer {
        /// Handles an event of a stream of the transfer's connection. The stream may be that of another transfer.
        func take(_ event: CurlStreamEvent) {
            switch event {
            case .opened:
                // An event of this transfer, which the attempt handles.
                break
            case .ended(let stream):
                transfer(of: stream)?.attempt?.hasStreamEnd = true
            case .reset(let stream, let code):
                transfer(of: stream)?.noteReset(code)
            case .connectionFailed:
                guard let connection = attempt?.connection else { return }
                let isShared = connection.transfers.count > 1
                for transfer in connection.transfers { transfer.failWithConnection(isShared: isShared) }
            }
        }

        /// Makes libcurl look at another transfer of the connection, if the end of this one may be the end of the
        /// connection.
        ///
        /// If a frame isn't valid, libcurl ends the connection, but only the transfer for which it read the frame. The
        /// others would wait for their timeouts. Each that ends calls this method, so all of them end.
        ///
        /// - Returns: Whether libcurl has something to do.
        func wakeNeighbor() -> Bool {
            guard attempt?.hasStream == true, let connection = attempt?.connection,
                code != 0 || CurlLibrary.endsBodiesWithConnections && hasBody && head.length == nil,
                let neighbor = connection.transfers.first(where: {
                    $0.code == nil && $0.paused & CurlPause.receiving == 0
                })
            else { return false }
            // The end of a pause makes libcurl read, although nothing has arrived.
            _ = tern_curl_easy_pause(neighbor.slot.easy, neighbor.paused | CurlPause.receiving)
            _ = tern_curl_easy_pause(neighbor.slot.easy, neighbor.paused)
            return true
        }

        /// Shuts down an HTTP/2 connection after a malformed response. libcurl would reuse it in its invalid state, and
        /// wait forever.
        func leaveMalformedConnection() {
            guard attempt?.hasStream == true else { return }
            attempt?.connection?.shutDown()
        }

        // MARK: - Private

        private func transfer(of stream: Int) -> CurlTransfer? {
            if attempt?.stream == stream { return self }
            return attempt?.connection?.transfers.first { $0.attempt?.stream == stream }
        }

        private func noteReset(_ code: CurlStreamEvent.ResetCode) {
            noteResponse()
            switch code {
            case .noError: if attempt?.hasStreamEnd == false { attempt?.isStreamCut = true }
            case .refusedStream: attempt?.isRefused = true
            case .http11Required: attempt?.requiresHTTP1 = true
            }
        }

        /// Ends the transfer, since libcurl has ended its connection, unless its response is complete.
        ///
        /// - Parameter isShared: Whether another transfer may have received the frame that isn't valid.
        private func failWithConnection(isShared: Bool) {
            guard failure == nil, loss == nil, code == nil, attempt?.hasStreamEnd != true else { return }
            noteResponse()
            if isShared, hasNoResponse {
                let reason = "The server violated HTTP/2 on the connection of this request, which was closed."
                loss = lost(TernError(.connectionLost, reason: reason), mayBeProcessed: mayBeProcessed)
            } else {
                failure = TernError(
                    .malformedResponse,
                    reason: "The server violated HTTP/2, or the response's head exceeds a limit of libcurl."
                )
            }
            commandQueue.post(.resume(id, CurlPause.receiving))
        }
    }
#endif
