#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The lines of libcurl's log, and the HTTP/2 connection that the transfer shares with others.
    extension CurlTransfer {
        /// Handles a line of libcurl's log.
        func log(_ text: UnsafeRawBufferPointer) {
            guard let line = CurlLogLine(text) else { return }
            switch line {
            case .excess:
                slot.forbidReuse()
            case .negotiated(let isHTTP2):
                guard case .connecting(var connecting) = sending else { return }
                connecting.usesHTTP2 = isHTTP2
                sending = .connecting(connecting)
                origin?.isSerial = !isHTTP2
            case .goAway(let lastStream):
                attempt?.connection?.goAway(lastStream: lastStream)
            case .connectionFailed:
                guard let connection = attempt?.connection else { return }
                let isShared = connection.transfers.count > 1
                for transfer in connection.transfers { transfer.failWithConnection(isShared: isShared) }
            case .closing:
                // The OpenSSL of older versions doesn't notice that TLS hasn't announced the end of the connection.
                if isDelimitedByEnd, slot.isCutOff { attempt?.take(line) }
            case .ended(let stream), .reset(let stream?, _):
                transfer(of: stream)?.take(line)
            case .opened, .reset(nil, _), .endedEarly, .invalidInput:
                take(line)
            }
        }

        /// Notes whether a response has begun. libcurl stores its status as soon as it has read the frame, but delivers
        /// the head later, or never if the stream ends in the same piece of input.
        func noteResponse() {
            if !reception.isEmpty || slot.hasStatus { attempt?.hasResponse = true }
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
                !isFinishedWithoutError || CurlLibrary.endsBodiesWithConnections && reception.hasNoLength,
                let neighbor = connection.transfers.first(where: {
                    $0.isRunning && !$0.activity.isPaused(CurlPause.receiving)
                })
            else { return false }
            // The end of a pause makes libcurl read, although nothing has arrived.
            _ = tern_curl_easy_pause(neighbor.slot.easy, neighbor.activity.paused | CurlPause.receiving)
            _ = tern_curl_easy_pause(neighbor.slot.easy, neighbor.activity.paused)
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
            if attempt?.stream == .id(stream) { return self }
            return attempt?.connection?.transfers.first { $0.attempt?.stream == .id(stream) }
        }

        /// Handles a line about the stream of this transfer.
        private func take(_ line: CurlLogLine) {
            attempt?.take(line)
            guard case .reset = line else { return }
            // libcurl begins another request after a rejection, and forgets the response.
            noteResponse()
            if attempt?.isRejected == true { attempt?.connection?.leave() }
        }

        /// Whether the end of the connection is the end of the body (RFC 9112, section 6.3).
        private var isDelimitedByEnd: Bool {
            prepared.isSecure && reception.hasHead && reception.hasNoLength && attempt?.hasStream == false
        }

        /// Ends the transfer, since libcurl has ended its connection, unless its response is complete.
        ///
        /// - Parameter isShared: Whether another transfer may have received the frame that isn't valid.
        private func failWithConnection(isShared: Bool) {
            guard isRunning, attempt?.isComplete != true else { return }
            noteResponse()
            if isShared, reception.isEmpty {
                let reason = "The server violated HTTP/2 on the connection of this request, which was closed."
                fail(lost(TernError(.connectionLost, reason: reason), mayBeProcessed: mayBeProcessed))
            } else {
                let reason = "The server violated HTTP/2, or the response's head exceeds a limit of libcurl."
                fail(TernError(.malformedResponse, reason: reason))
            }
            resumeLater(CurlPause.receiving)
        }
    }
#endif
