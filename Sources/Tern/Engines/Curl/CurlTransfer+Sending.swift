#if os(Linux)
    import CTernCurl
    import Foundation

    /// From the choice of a connection to the loss of it: so that a request is sent twice by decision only, and never on a
    /// connection where something waits that isn't its response.
    extension CurlTransfer {
        /// Why libcurl may not send.
        enum StopReason {
            /// There are as many connections to the origin as there may be.
            case noConnection
            /// HTTP/2 is required, and TLS has negotiated something else.
            case noHTTP2
            /// Something can be read on the kept connection that it chose, or the server has closed it.
            case unusableConnection
            /// libcurl has sent the request before, and wants to do it again.
            case repetition
        }

        /// - Returns: The new socket, or -1.
        func openSocket(_ address: tern_curl_address) -> Int32 {
            // libcurl has sent the request, and would do it again.
            guard attempt == nil else {
                stopReason = .repetition
                return -1
            }
            if let origin, !origin.mayConnect {
                stopReason = .noConnection
                return -1
            }
            let socket = connections.open(address, for: origin)
            if socket >= 0 { openedSockets.append(socket) } else { socketError = errno }
            return socket
        }

        /// libcurl has a connection, and is about to write the request.
        ///
        /// - Returns: Whether it may.
        func willSend(at endpoints: CurlEndpoints?) -> Bool {
            guard attempt == nil else {
                stopReason = .repetition
                return false
            }
            guard !prepared.requiresHTTP2 || usesHTTP2 else {
                stopReason = .noHTTP2
                return false
            }
            // Another of several addresses may have been free.
            stopReason = nil
            let isReused = slot.number(CurlInfo.newConnections) == 0
            let connection = connections.connection(at: endpoints, opened: isReused ? [] : openedSockets)
            if isReused, origin?.isUntrusted == true, connection?.isMultiplexed == false, connection?.isIdle == false {
                stopReason = .unusableConnection
                return false
            }
            if isReused {
                let isUsable = connection.map { checkUnused($0) } ?? !connections.shutDownReadableIdle()
                guard isUsable else {
                    stopReason = .unusableConnection
                    return false
                }
            }
            attempt = CurlAttempt(isConnectionReused: isReused)
            if let connection { bind(connection) }
            return true
        }

        /// libcurl waits for a response there.
        func isWaiting(on connection: CurlConnection) {
            if attempt != nil, attempt?.connection == nil { bind(connection) }
        }

        /// A line of libcurl's log.
        func log(_ line: UnsafeRawBufferPointer) {
            // "Excess found": bytes behind a response without content, which libcurl drops.
            if line.starts(with: "Excess found".utf8) { slot.forbidReuse() }
            if attempt == nil { note(protocolIn: line) } else { attempt?.take(line) }
        }

        /// TLS has negotiated a protocol: "ALPN: server accepted h2", or in older versions "ALPN, server accepted to use h2".
        private func note(protocolIn line: UnsafeRawBufferPointer) {
            guard line.starts(with: "ALPN".utf8) else { return }
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            guard words.contains("server") else { return }
            usesHTTP2 = words.contains("accepted") && words.last == "h2"
            origin?.isSerial = !usesHTTP2
        }

        /// Whether libcurl found no connection, so that the transfer has to wait for one.
        var needsToWait: Bool { stopReason == .noConnection && attempt == nil }

        /// Makes the transfer as it was before libcurl had it.
        func wait() {
            stopReason = nil
            code = nil
            openedSockets = []
            origin?.wait(self)
        }

        /// libcurl would use an HTTP/2 connection again whose state is broken, and wait for ever.
        func leaveMalformedConnection() {
            guard attempt?.stream != nil else { return }
            attempt?.connection?.shutDown()
        }

        /// The transfer is over for its connection.
        func releaseConnection() {
            attempt?.connection?.transfers -= 1
            attempt?.connection = nil
        }

        /// The error of a transfer that libcurl has ended with `code` before the first byte of a response.
        func lossOrError(_ code: Int32) -> any Error {
            let error = slot.error(code)
            if isEndedByClient(code) {
                let reason = "The response breaks the rules of HTTP/2, or its head is too long."
                return TernError(.malformedResponse, reason: reason, underlying: error.underlying)
            }
            switch stopReason {
            case .unusableConnection:
                let reason = "The kept connection was not usable any more."
                return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: false, isSent: false)
            case .repetition:
                let reason = "The connection ended before the response began."
                return lost(TernError(.connectionLost, reason: reason), mayBeProcessed: mayBeProcessed)
            case .noHTTP2:
                let reason = "The server doesn't offer HTTP/2, which the transport's configuration requires."
                return TernError(.tlsFailed, reason: reason)
            case .noConnection, nil:
                guard let attempt else { return error }
                // 16 is CURLE_HTTP2: after GOAWAY, a stream that was refused or never opened.
                let isSessionOver = code == 16 && (attempt.isUnprocessed || attempt.stream == nil)
                guard isSessionOver || error.code == .connectionLost else { return error }
                let reason =
                    if isSessionOver {
                        "The server ended the HTTP/2 connection."
                    } else if attempt.isEndedEarly {
                        "The response came before the end of the request's body, and libcurl lost it."
                    } else {
                        error.reason
                    }
                let lostError = TernError(.connectionLost, reason: reason, underlying: error.underlying)
                return lost(lostError, mayBeProcessed: !isSessionOver && mayBeProcessed)
            }
        }

        // MARK: - Private

        /// Whether libcurl has ended an HTTP/2 connection because of what came, such as a field above 64 KiB. It says so, or
        /// takes that for an empty response (52, CURLE_GOT_NOTHING), which it isn't where the server ends the connection.
        private func isEndedByClient(_ code: Int32) -> Bool {
            guard let attempt, attempt.stream != nil, !attempt.isUnprocessed else { return false }
            return attempt.isMalformed || code == 52 && attempt.connection?.lastAcceptedStream == nil
        }

        private func bind(_ connection: CurlConnection) {
            connection.transfers += 1
            connection.isConnected = true
            connection.isSecure = prepared.isSecure
            if usesHTTP2 { connection.isMultiplexed = true }
            attempt?.connection = connection
        }

        /// Without HTTP/2 a kept connection has no other transfer, though the last one may not have been let go.
        private func checkUnused(_ connection: CurlConnection) -> Bool {
            guard !connection.isMultiplexed, !connection.hasNothingToRead else { return true }
            connection.shutDown()
            return false
        }

        /// Whether the server may have processed the request.
        private var mayBeProcessed: Bool {
            guard let attempt, !attempt.isUnprocessed else { return false }
            // On HTTP/2 what libcurl counts as sent may be waiting in its buffers; then there is no stream yet.
            let isWaitingForStream = attempt.connection?.isMultiplexed == true && attempt.stream == nil
            return slot.hasSentRequest && !isWaitingForStream
        }

        private func lost(_ error: TernError, mayBeProcessed: Bool, isSent: Bool = true) -> ConnectionLoss {
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
