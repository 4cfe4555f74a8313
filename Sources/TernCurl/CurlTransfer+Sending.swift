#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Controls on which connection libcurl sends a request, and how often.
    ///
    /// Only Tern decides whether to send a request again. A request is never sent on a connection with unread bytes
    /// that aren't its response.
    extension CurlTransfer {
        /// Why the engine stopped libcurl from sending the request.
        enum StopReason {
            /// The origin has the maximum number of connections.
            case noConnection
            /// HTTP/2 is required, and TLS has negotiated another protocol.
            case noHTTP2
            /// The reused connection that libcurl chose has unread bytes, or the server has closed it.
            case unusableConnection
        }

        /// Opens a socket for libcurl, unless the transfer must not get a new connection.
        ///
        /// - Returns: The new socket, or -1.
        func openSocket(_ address: tern_curl_address) -> Int32 {
            guard case .connecting(var connecting) = sending else {
                attempt?.isRepeated = true
                return -1
            }
            defer { sending = .connecting(connecting) }
            if let origin, !origin.mayConnect {
                connecting.stopReason = .noConnection
                return -1
            }
            let socket = context.connections.open(address, for: origin)
            if socket >= 0 { connecting.sockets.append(socket) } else { connecting.socketError = errno }
            return socket
        }

        /// Called when libcurl has a connection, and is about to send the request.
        ///
        /// - Parameter localPort: The local port of the connection. Not positive for a Unix domain socket.
        /// - Returns: Whether libcurl may send the request.
        func willSend(at endpoints: CurlEndpoints?, localPort: Int32) -> Bool {
            guard case .connecting(var connecting) = sending else {
                attempt?.isRepeated = true
                return false
            }
            let isReused = slot.number(CurlInfo.newConnections) == 0
            let opened = isReused ? [] : connecting.sockets
            let connection = context.connections.connection(at: endpoints, localPort: localPort, opened: opened)
            // An earlier stop may have concerned another address of the host.
            connecting.stopReason =
                if prepared.requiresHTTP2, !connecting.usesHTTP2 {
                    .noHTTP2
                } else if isReused, !mayReuse(connection, usesHTTP2: connecting.usesHTTP2) {
                    .unusableConnection
                } else {
                    nil
                }
            sending = .connecting(connecting)
            guard connecting.stopReason == nil else { return false }
            attempt = CurlAttempt(isConnectionReused: isReused, usesHTTP2: connecting.usesHTTP2)
            if let connection { bind(connection) }
            if prepared.isSecure, !isReused { slot.rejectTruncation() }
            return true
        }

        /// Called when libcurl begins to wait for the response on a connection.
        func beginWaiting(on connection: CurlConnection) {
            if let attempt, attempt.connection == nil { bind(connection) }
        }

        /// Whether the transfer must wait until the origin has a free connection.
        var needsToWait: Bool {
            if case .connecting(let connecting) = sending { connecting.stopReason == .noConnection } else { false }
        }

        /// Resets the transfer to its state before libcurl started it, and adds it to the origin's waiting transfers.
        func wait() {
            sending = .connecting(Connecting(usesHTTP2: prepared.requiresHTTP2))
            end = .running
            origin?.wait(self)
        }

        /// `errno` of the last socket that couldn't be opened. `nil` if each could.
        var socketError: Int32? {
            guard case .connecting(let connecting) = sending, connecting.socketError != 0 else { return nil }
            return connecting.socketError
        }

        /// Removes the transfer from its connection.
        func releaseConnection() {
            guard let connection = attempt?.connection else { return }
            // libcurl 8.21 doesn't close a connection that has refused a stream, and 8.12 sends a request for HTTP/1.1 on
            // the HTTP/2 connection whose server requires HTTP/1.1.
            if slot.leavesConnection || attempt?.isRejected == true && connection.transfers.count == 1 {
                connection.shutDown()
            }
            connection.remove(self)
            attempt?.connection = nil
        }

        /// The error of a transfer that libcurl ended with `code` before the first byte of a response.
        func lossOrError(_ code: Int32) -> any Error {
            let error = slot.error(code)
            if isEndedByClient(code) {
                let reason = "The response violates HTTP/2, or its head exceeds libcurl's limit."
                return TernError(.malformedResponse, reason: reason, underlying: error.underlying)
            }
            switch sending {
            case .attempted(let attempt): return lossOrError(error, code, of: attempt)
            case .connecting(let connecting):
                switch connecting.stopReason {
                case .unusableConnection:
                    let reason = "The reused connection was closed, or had unread bytes."
                    return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: false, isSent: false)
                case .noHTTP2: return noHTTP2
                case .noConnection, nil:
                    // Newer versions of libcurl offer HTTP/2 only, and the server ends the handshake.
                    let isRefused = prepared.requiresHTTP2 && error.reason.contains("alert no application protocol")
                    return isRefused ? noHTTP2 : error
                }
            }
        }

        // MARK: - Private

        /// The error of an attempt that libcurl ended before the first byte of a response.
        private func lossOrError(_ error: TernError, _ code: Int32, of attempt: CurlAttempt) -> any Error {
            if attempt.end == .http11Required, !attempt.hasResponse { return http1Required }
            // 16 is CURLE_HTTP2: after GOAWAY, the stream was refused or never opened.
            let isSessionOver = code == 16 && (attempt.isUnprocessed || !attempt.hasStream)
            // Newer versions of libcurl use this code without a reason if the server closes the connection.
            let isConnectionOver = code == 16 && !slot.hasErrorText
            var (reason, underlying) = (error.reason, error.underlying)
            if attempt.isRepeated {
                (reason, underlying) = ("The connection was closed before the response began.", nil)
            } else if isConnectionOver || isSessionOver {
                reason = "The server closed the HTTP/2 connection."
            } else if error.code != .connectionLost {
                return error
            } else if case .early = attempt.end {
                reason = "The response arrived before the request's body was sent, and libcurl discarded it."
            }
            let isUnsent = isSessionOver && !attempt.isRepeated
            let lostError = TernError(.connectionLost, reason: reason, underlying: underlying)
            return lost(lostError, mayBeProcessed: !isUnsent && mayBeProcessed)
        }

        private var noHTTP2: TernError {
            let reason = "The server doesn't support HTTP/2 over TLS, which httpVersions requires."
            let advice = "Allow HTTP/1.1 in the configuration's httpVersions, or enable HTTP/2 at the server."
            return TernError(.tlsFailed, reason: reason, advice: advice)
        }

        /// The loss after HTTP_1_1_REQUIRED. From now on, requests to the origin use HTTP/1.1.
        private var http1Required: any Error {
            let reason = "The server requires HTTP/1.1 for this request."
            guard !prepared.requiresHTTP2 else {
                let advice = "Allow HTTP/1.1 in the configuration's httpVersions."
                return TernError(.transportFailed, reason: reason, advice: advice)
            }
            multi.requireHTTP1(for: prepared)
            return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: false)
        }

        /// Whether libcurl ended an HTTP/2 connection because it rejected the server's input, such as a field above 64
        /// KiB.
        ///
        /// libcurl logs the rejection, or reports an empty response (52, CURLE_GOT_NOTHING). An empty response proves a
        /// rejection only if the server hasn't sent a GOAWAY frame.
        private func isEndedByClient(_ code: Int32) -> Bool {
            guard let attempt, attempt.hasStream, !attempt.isUnprocessed else { return false }
            return attempt.end == .invalid || code == 52 && attempt.connection?.lastAcceptedStream == nil
        }

        private func bind(_ connection: CurlConnection) {
            connection.add(self)
            if slot.forbidsReuse { connection.leave() }
            if attempt?.usesHTTP2 == true, !connection.isMultiplexed { connection.http2 = CurlConnection.HTTP2() }
            attempt?.connection = connection
        }

        /// Whether the request may be sent on a reused connection. One that can't be used is shut down.
        ///
        /// - Parameter connection: `nil` if libcurl doesn't identify it.
        private func mayReuse(_ connection: CurlConnection?, usesHTTP2: Bool) -> Bool {
            guard let connection else {
                return !context.connections.shutDownReadableIdle() && (usesHTTP2 || !slot.mayHaveDecryptedBytes)
            }
            if connection.isMultiplexed { return true }
            // The server isn't trusted to send only responses in order.
            if origin?.isUntrusted == true, !connection.isIdle { return false }
            // Without HTTP/2 the connection has no other running transfer, but the previous transfer may not have released
            // it yet.
            if connection.hasNothingToRead, !slot.mayHaveDecryptedBytes { return true }
            connection.shutDown()
            return false
        }

        /// Whether the server may have processed the request.
        var mayBeProcessed: Bool {
            guard let attempt, !attempt.isUnprocessed else { return false }
            // With HTTP/2, bytes that libcurl counts as sent may still be in its buffers. Then the request has no
            // stream yet.
            let isWaitingForStream = attempt.connection?.isMultiplexed == true && !attempt.hasStream
            return slot.hasSentRequest && !isWaitingForStream
        }

        func lost(_ error: TernError, mayBeProcessed: Bool, isSent: Bool = true) -> ConnectionLoss {
            ConnectionLoss(
                error,
                mayBeProcessed: mayBeProcessed,
                isSent: isSent,
                isConnectionReused: attempt?.isConnectionReused ?? true,
                isBodyReplayable: upload.isReplayable
            )
        }
    }
#endif
