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
            /// libcurl has sent the request, and is about to send it again.
            case repetition
        }

        /// Opens a socket for libcurl, unless the transfer must not get a new connection.
        ///
        /// - Returns: The new socket, or -1.
        func openSocket(_ address: tern_curl_address) -> Int32 {
            // libcurl has sent the request, and is about to send it again.
            guard attempt == nil else {
                stopReason = .repetition
                return -1
            }
            if let origin, !origin.mayConnect {
                stopReason = .noConnection
                return -1
            }
            let socket = context.connections.open(address, for: origin)
            if socket >= 0 { openedSockets.append(socket) } else { socketError = errno }
            return socket
        }

        /// Called when libcurl has a connection, and is about to send the request.
        ///
        /// - Parameter localPort: The local port of the connection. Not positive for a Unix domain socket.
        /// - Returns: Whether libcurl may send the request.
        func willSend(at endpoints: CurlEndpoints?, localPort: Int32) -> Bool {
            guard attempt == nil else {
                stopReason = .repetition
                return false
            }
            guard !prepared.requiresHTTP2 || usesHTTP2 else {
                stopReason = .noHTTP2
                return false
            }
            // An earlier stop may have concerned another address of the host.
            stopReason = nil
            let isReused = slot.number(CurlInfo.newConnections) == 0
            let opened = isReused ? [] : openedSockets
            let connection = context.connections.connection(at: endpoints, localPort: localPort, opened: opened)
            if isReused, origin?.isUntrusted == true, connection?.isMultiplexed == false, connection?.isIdle == false {
                stopReason = .unusableConnection
                return false
            }
            if isReused {
                let isUsable = connection.map { checkUnused($0) } ?? checkUnknown()
                guard isUsable else {
                    stopReason = .unusableConnection
                    return false
                }
            }
            attempt = CurlAttempt(isConnectionReused: isReused)
            if let connection { bind(connection) }
            if prepared.isSecure, !isReused { slot.rejectTruncation() }
            return true
        }

        /// Called when libcurl begins to wait for the response on a connection.
        func beginWaiting(on connection: CurlConnection) {
            if attempt != nil, attempt?.connection == nil { bind(connection) }
        }

        /// Handles a line of libcurl's log.
        func log(_ line: UnsafeRawBufferPointer) {
            // "Excess found" reports bytes after a response without content, which libcurl drops.
            if line.starts(with: "Excess found".utf8) { slot.forbidReuse() }
            guard attempt != nil else { return note(protocolIn: line) }
            if line.first == UInt8(ascii: "["), let event = CurlStreamEvent(line) { take(event) }
            // The OpenSSL of older versions doesn't notice such an end.
            if isDelimitedByEnd, Self.isAboutClosing(line), slot.isCutOff { attempt?.isCutOff = true }
            attempt?.take(line)
            // libcurl begins another request after this line, and forgets the response.
            if attempt?.isRefused == true || attempt?.requiresHTTP1 == true {
                noteResponse()
                attempt?.connection?.isLeft = true
            }
        }

        /// Reads the protocol that TLS has negotiated: "ALPN: server accepted h2", or in older versions "ALPN, server
        /// accepted to use h2".
        private func note(protocolIn line: UnsafeRawBufferPointer) {
            guard line.starts(with: "ALPN".utf8) else { return }
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            guard words.contains("server") else { return }
            usesHTTP2 = words.contains("accepted") && words.last == "h2"
            origin?.isSerial = !usesHTTP2
        }

        /// The line is "Closing connection 0", or in newer versions "shutting down connection #0" or "closing connection
        /// #0".
        private static func isAboutClosing(_ line: UnsafeRawBufferPointer) -> Bool {
            line.starts(with: "Closing connection".utf8) || line.starts(with: "closing connection".utf8)
                || line.starts(with: "shutting down connection".utf8)
        }

        /// Notes whether a response has begun. libcurl stores its status as soon as it has read the frame, but delivers
        /// the head later, or never if the stream ends in the same piece of input.
        func noteResponse() {
            if !hasNoResponse || slot.hasStatus { attempt?.hasResponse = true }
        }

        /// Whether the transfer must wait until the origin has a free connection.
        var needsToWait: Bool { stopReason == .noConnection && attempt == nil }

        /// Resets the transfer to its state before libcurl started it, and adds it to the origin's waiting transfers.
        func wait() {
            stopReason = nil
            code = nil
            openedSockets = []
            origin?.wait(self)
        }

        /// Removes the transfer from its connection.
        func releaseConnection() {
            // libcurl 8.21 doesn't close a connection that has refused a stream, and 8.12 sends a request for HTTP/1.1 on
            // the HTTP/2 connection whose server requires HTTP/1.1.
            let isUseless = attempt?.isRefused == true || attempt?.requiresHTTP1 == true
            if slot.leavesConnection || isUseless && attempt?.connection?.transfers.count == 1 {
                attempt?.connection?.shutDown()
            }
            attempt?.connection?.remove(self)
            attempt?.connection = nil
        }

        /// The error of a transfer that libcurl ended with `code` before the first byte of a response.
        func lossOrError(_ code: Int32) -> any Error {
            let error = slot.error(code)
            if isEndedByClient(code) {
                let reason = "The response violates HTTP/2, or its head exceeds libcurl's limit."
                return TernError(.malformedResponse, reason: reason, underlying: error.underlying)
            }
            if let attempt, attempt.requiresHTTP1, !attempt.hasResponse { return http1Required }
            switch stopReason {
            case .unusableConnection:
                let reason = "The reused connection was closed, or had unread bytes."
                return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: false, isSent: false)
            case .repetition:
                let reason = "The connection was closed before the response began."
                return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: mayBeProcessed)
            case .noHTTP2:
                return noHTTP2
            case .noConnection, nil:
                guard let attempt else {
                    // Newer versions of libcurl offer HTTP/2 only, and the server ends the handshake.
                    let isRefused = prepared.requiresHTTP2 && error.reason.contains("alert no application protocol")
                    return isRefused ? noHTTP2 : error
                }
                // 16 is CURLE_HTTP2: after GOAWAY, the stream was refused or never opened.
                let isSessionOver = code == 16 && (attempt.isUnprocessed || !attempt.hasStream)
                // Newer versions of libcurl use this code without a reason if the server closes the connection.
                let isConnectionOver = code == 16 && !slot.hasErrorText
                guard isConnectionOver || isSessionOver || error.code == .connectionLost else { return error }
                let reason =
                    if isConnectionOver || isSessionOver {
                        "The server closed the HTTP/2 connection."
                    } else if attempt.isEndedEarly {
                        "The response arrived before the request's body was sent, and libcurl discarded it."
                    } else {
                        error.reason
                    }
                let lostError = TernError(.connectionLost, reason: reason, underlying: error.underlying)
                return lost(lostError, mayBeProcessed: !isSessionOver && mayBeProcessed)
            }
        }

        // MARK: - Private

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
            return attempt.isMalformed || code == 52 && attempt.connection?.lastAcceptedStream == nil
        }

        private func bind(_ connection: CurlConnection) {
            connection.add(self)
            connection.isConnected = true
            if slot.forbidsReuse { connection.isLeft = true }
            connection.isSecure = prepared.isSecure
            if usesHTTP2 { connection.isMultiplexed = true }
            attempt?.connection = connection
        }

        /// Checks a reused connection that libcurl doesn't identify. Shuts down all that can't be used.
        ///
        /// - Returns: Whether the connection can be used.
        private func checkUnknown() -> Bool {
            !context.connections.shutDownReadableIdle() && (usesHTTP2 || !slot.mayHaveDecryptedBytes)
        }

        /// Checks a reused connection before a request is sent on it. Shuts it down if it can't be used.
        ///
        /// Without HTTP/2 the connection has no other running transfer, but the previous transfer may not have released
        /// it yet.
        ///
        /// - Returns: Whether the connection can be used.
        private func checkUnused(_ connection: CurlConnection) -> Bool {
            if connection.isMultiplexed || connection.hasNothingToRead && !slot.mayHaveDecryptedBytes { return true }
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
                isBodyReplayable: isBodyReplayable
            )
        }
    }
#endif
