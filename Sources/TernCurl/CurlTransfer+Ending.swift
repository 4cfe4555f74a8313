#if os(Linux)
    import TernHTTP
    import Foundation

    /// The end of a transfer.
    extension CurlTransfer {
        /// The outcome of the transfer. `nil` while it is running.
        var outcome: CurlResult.Outcome? {
            switch end {
            case .running: nil
            case .failed(let error): .failure(error)
            case .finished(let code):
                // libcurl has no more to do, but a reader may still have to take decoded bytes.
                reception.hasMore ? nil : outcome(of: code)
            }
        }

        private func outcome(of code: Int32) -> CurlResult.Outcome {
            // 27 is CURLE_OUT_OF_MEMORY, with which an older libcurl reports a line that exceeds its limit.
            if code == 27, slot.hasSentRequest { return .failure(CurlError.lineTooLong(code)) }
            // 43 is CURLE_BAD_FUNCTION_ARGUMENT, with which it reports a folded first field line.
            if code == 43, head.hasBegun {
                return .failure(TernError(.malformedResponse, underlying: CurlError(number: code)))
            }
            guard code == 0 || isEndedEarly(code) || isRefusedExpectation else {
                return .failure(reception.isEmpty ? lossOrError(code) : brokenOff(code))
            }
            guard reception.hasHead else {
                // libcurl took the received bytes for a status line.
                guard head.hasBegun else { return .failure(TernError(.malformedResponse)) }
                let reason = "The connection was closed before the head of the response was complete."
                let error = TernError(.connectionLost, reason: reason)
                return .failure(reception.isEmpty ? lost(error, mayBeProcessed: mayBeProcessed) : error)
            }
            if let error = incompleteBody { return .failure(error) }
            do throws(TernError) {
                try reception.finish()
            } catch {
                return .failure(error)
            }
            return .success(result(.data(reception.body.collected)))
        }

        /// The error of a body that libcurl takes for complete, although its end is the end of a stream or connection
        /// that didn't end properly.
        private var incompleteBody: TernError? {
            guard let attempt, reception.hasNoLength else { return nil }
            switch attempt.end {
            case .truncated:
                let reason = "TLS didn't announce the end of the connection, so the body may not be complete."
                return TernError(.connectionLost, reason: reason)
            case .cut, .early(isCut: true):
                let reason = "The server reset the stream in place of ending it, so the body isn't complete."
                return TernError(.connectionLost, reason: reason)
            default:
                // Without a reason, libcurl closes a connection only after a frame that isn't valid.
                guard CurlLibrary.endsBodiesWithConnections, attempt.hasStream, attempt.connection?.isBrokenOff == true
                else { return nil }
                let reason = "A frame of the HTTP/2 connection isn't valid, so the body isn't complete."
                return TernError(.malformedResponse, reason: reason)
            }
        }

        /// Whether the server ended the stream with a complete response before it had the request's body. libcurl then
        /// fails with 92, CURLE_HTTP2_STREAM.
        ///
        /// libcurl fails likewise if the stream ends before the response does, and doesn't tell which of them ended. If
        /// the response has a length, the length tells. Otherwise, a server that had the whole body had no reason to end
        /// the stream early.
        private func isEndedEarly(_ code: Int32) -> Bool {
            guard code == 92, reception.hasHead, case .early = attempt?.end else { return false }
            if let length = head.length, reception.hasBody {
                return Response.Metrics(of: slot.easy).receivedBodyBytes == Int64(length)
            }
            guard let body = request.body else { return false }
            return Int64(upload.takenBytes) < body.length ?? .max
        }

        /// The error of a transfer that libcurl ended with `code` after the beginning of a response.
        private func brokenOff(_ code: Int32) -> TernError {
            let error = slot.error(code)
            // 16 is CURLE_HTTP2: the server refused the stream, or closed the connection. A repetition means that the
            // server wants the request again, with HTTP/1.1 for example.
            guard code == 16 && attempt?.end != .invalid || attempt?.isRepeated == true else { return error }
            let reason = "The server ended the stream before the response was complete."
            return TernError(.connectionLost, reason: reason, underlying: error.underlying)
        }

        /// Called when libcurl has ended the transfer, with a `CURLcode`.
        func finish(_ code: Int32) {
            guard isRunning else { return }
            end = .finished(code)
            guard code != 0 else { return }
            noteResponse()
            // libcurl's error contains the status of the proxy's response.
            guard sockets.contains(where: context.connections.wasEnded), slot.number(CurlInfo.connectStatus) != 407
            else { return }
            fail(
                TernError(
                    .malformedResponse,
                    reason: "The server kept sending data that belongs to no response. The connection was closed."
                )
            )
        }

        /// Whether libcurl has ended the transfer without an error, and can use its slot for another one.
        var isFinishedWithoutError: Bool { if case .finished(0) = end { true } else { false } }

        /// The sockets that libcurl has opened for the transfer, or the one of its connection.
        private var sockets: [Int32] {
            switch sending {
            case .connecting(let connecting): connecting.sockets
            case .attempted(let attempt): attempt.connection.map { [$0.socket] } ?? []
            }
        }

        /// Whether the response refuses the request's own `Expect` field. libcurl discards the response's body, and
        /// would then send the request again without the field.
        private var isRefusedExpectation: Bool {
            reception.hasHead && head.statusCode == 417 && attempt?.isRepeated == true
        }

        /// The outcome, with the response as far as it has arrived for a failure of a collected body.
        private func withReceived(_ outcome: CurlResult.Outcome) -> CurlResult.Outcome {
            guard case .failure(let error) = outcome, request.delivery.isCollected, reception.hasHead,
                !reception.isRedirect
            else { return outcome }
            return .failure(CurlInterruption(error: error, received: result(.data(reception.body.collected))))
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
            return delivery(of: outcome)
        }

        // MARK: - Idle time

        /// When the transfer times out, unless a byte is sent or received before.
        var dueTime: Duration { activity.dueTime(at: tick.now, hasHead: reception.hasHead) }

        var dueError: TernError { .idle(for: prepared.idleTimeout) }

        /// Whether the transfer has timed out.
        ///
        /// libcurl delivers only whole lines of a head, so the bytes of an incomplete line are visible only on the
        /// socket. The socket is checked when the idle time has passed. With HTTP/2 the bytes may belong to other
        /// streams. If there are no others, they count while a body is sent.
        func isOverdue() -> Bool {
            guard dueTime <= tick.now else { return false }
            guard !reception.hasHead, let connection = attempt?.connection,
                !connection.isMultiplexed || connection.transfers.count == 1 && isSendingBody(on: connection),
                let time = connection.lastReadTime, time > activity.lastTime
            else { return true }
            activity.note(at: time)
            return dueTime <= tick.now
        }

        private func isSendingBody(on connection: CurlConnection) -> Bool {
            request.body != nil && activity.hasSentBody(acknowledgedBytes: connection.acknowledgedBytes)
        }
    }
#endif
