#if os(Linux)
    import TernHTTP
    import Foundation

    /// The end of a transfer.
    extension CurlTransfer {
        /// The outcome of the transfer. `nil` while it is running.
        var outcome: CurlResult.Outcome? {
            if let failure { return .failure(failure) }
            if let loss { return .failure(loss) }
            guard let code, decoder?.hasMore != true else { return nil }
            // 27 is CURLE_OUT_OF_MEMORY, with which an older libcurl reports a line that exceeds its limit.
            if code == 27, slot.hasSentRequest { return .failure(CurlError.lineTooLong(code)) }
            // 43 is CURLE_BAD_FUNCTION_ARGUMENT, with which it reports a folded first field line.
            if code == 43, head.hasBegun {
                return .failure(TernError(.malformedResponse, underlying: CurlError(number: code)))
            }
            guard code == 0 || isEndedEarly(code) || isRefusedExpectation else {
                return .failure(hasNoResponse ? lossOrError(code) : brokenOff(code))
            }
            guard head.isComplete else {
                // libcurl took the received bytes for a status line.
                guard head.hasBegun else { return .failure(TernError(.malformedResponse)) }
                let reason = "The connection was closed before the head of the response was complete."
                let error = TernError(.connectionLost, reason: reason)
                return .failure(hasNoResponse ? lost(error, mayBeProcessed: mayBeProcessed) : error)
            }
            if attempt?.isCutOff == true {
                let reason = "TLS didn't announce the end of the connection, so the body may not be complete."
                return .failure(TernError(.connectionLost, reason: reason))
            }
            if attempt?.isStreamCut == true, hasBody, head.length == nil {
                let reason = "The server reset the stream in place of ending it, so the body isn't complete."
                return .failure(TernError(.connectionLost, reason: reason))
            }
            if isEndedByInvalidFrame {
                let reason = "A frame of the HTTP/2 connection isn't valid, so the body isn't complete."
                return .failure(TernError(.malformedResponse, reason: reason))
            }
            do throws(TernError) {
                try chunks?.finish()
                try decoder?.finish()
            } catch {
                return .failure(error)
            }
            return .success(result(.data(body.collected)))
        }

        /// Whether the server ended the stream with a complete response before it had the request's body. libcurl then
        /// fails with 92, CURLE_HTTP2_STREAM.
        ///
        /// libcurl fails likewise if the stream ends before the response does, and doesn't tell which of them ended. If
        /// the response has a length, the length tells. Otherwise, a server that had the whole body had no reason to end
        /// the stream early.
        private func isEndedEarly(_ code: Int32) -> Bool {
            guard code == 92, head.isComplete, attempt?.isEndedEarly == true else { return false }
            if let length = head.length, hasBody {
                return Response.Metrics(of: slot.easy).receivedBodyBytes == Int64(length)
            }
            guard let body = prepared.request.body else { return false }
            return Int64(upload.takenBytes) < body.length ?? .max
        }

        /// Whether libcurl has closed the connection without a reason, which it does only after a frame that isn't valid.
        private var isEndedByInvalidFrame: Bool {
            guard CurlLibrary.endsBodiesWithConnections, attempt?.hasStream == true, hasBody, head.length == nil,
                let connection = attempt?.connection
            else { return false }
            return connection.isClosed && !connection.isLeft && connection.lastAcceptedStream == nil
        }

        /// The error of a transfer that libcurl ended with `code` after the beginning of a response.
        private func brokenOff(_ code: Int32) -> TernError {
            let error = slot.error(code)
            // 16 is CURLE_HTTP2: the server refused the stream, or closed the connection. A repetition means that the
            // server wants the request again, with HTTP/1.1 for example.
            guard code == 16 && attempt?.isMalformed != true || stopReason == .repetition else { return error }
            let reason = "The server ended the stream before the response was complete."
            return TernError(.connectionLost, reason: reason, underlying: error.underlying)
        }

        /// Called when libcurl has ended the transfer with an error.
        func noteFailure() {
            noteResponse()
            let sockets = openedSockets + [attempt?.connection?.socket].compactMap(\.self)
            // libcurl's error says what a proxy's response was.
            guard failure == nil, sockets.contains(where: context.connections.wasEnded),
                slot.number(CurlInfo.connectStatus) != 407
            else { return }
            failure = TernError(
                .malformedResponse,
                reason: "The server kept sending data that belongs to no response. The connection was closed."
            )
        }

        /// Whether no byte of the final response has been received.
        var hasNoResponse: Bool { headBytes == 0 || head.isAfterInformational }

        /// Whether the response refuses the request's own `Expect` field. libcurl discards the response's body, and
        /// would then send the request again without the field.
        private var isRefusedExpectation: Bool {
            head.isComplete && head.statusCode == 417 && stopReason == .repetition
        }

        /// The outcome, with the response as far as it has arrived for a failure of a collected body.
        private func withReceived(_ outcome: CurlResult.Outcome) -> CurlResult.Outcome {
            guard case .failure(let error) = outcome, request.delivery.isCollected, head.isComplete, !isRedirect else {
                return outcome
            }
            return .failure(CurlInterruption(error: error, received: result(.data(body.collected))))
        }

        /// Ends the transfer, which must not use its slot afterwards.
        ///
        /// - Returns: Delivers the outcome to the caller and to the reader of the body.
        func end(with outcome: CurlResult.Outcome) -> @Sendable () -> Void {
            if case .failure(let error as TernError) = outcome, error.code == .malformedResponse {
                leaveMalformedConnection()
            }
            let outcome = withReceived(outcome)
            releaseConnection()
            upload.abandon()
            flush()
            return { [continuation, channel = body.channel, prepared] in
                prepared.resume {
                    continuation?.value.resume(with: outcome)
                    let result = try? outcome.get()
                    channel?.finish(outcome.map { _ in }, metrics: result?.metrics, trailers: result?.trailers ?? [:])
                }
            }
        }
    }
#endif
