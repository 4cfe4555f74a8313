#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// One exchange, which runs on one slot. Used on the engine's thread only, which also runs libcurl's callbacks.
    final class CurlTransfer {
        let slot: CurlSlot
        let prepared: CurlPreparedRequest
        let context: CurlContext
        let multi: CurlMulti
        let origin: CurlOrigin?
        private let continuation: CurlResult.Continuation

        var sending: Sending
        let upload: CurlUpload
        let reception: CurlReception
        var activity: CurlActivity
        var progress = TransferProgress()
        var end = End.running

        /// How far libcurl is with the request.
        enum Sending {
            /// libcurl has no connection for the request yet.
            case connecting(Connecting)
            /// libcurl has sent the request, at least in part.
            case attempted(CurlAttempt)
        }

        struct Connecting {
            /// Whether TLS has negotiated HTTP/2, or the configuration requires HTTP/2.
            var usesHTTP2: Bool
            /// Why the engine stopped libcurl from sending. `nil` if it didn't.
            var stopReason: StopReason?
            /// The sockets that libcurl has opened for this transfer.
            var sockets: [Int32] = []
            /// `errno` of the last socket that couldn't be opened, or 0.
            var socketError: Int32 = 0
        }

        enum End {
            case running
            /// The engine ends the transfer with this error.
            case failed(any Error)
            /// libcurl has ended the transfer with a `CURLcode`.
            case finished(Int32)
        }

        init(
            _ prepared: CurlPreparedRequest,
            _ continuation: CurlResult.Continuation,
            _ slot: CurlSlot,
            _ multi: CurlMulti,
            _ context: CurlContext
        ) {
            self.slot = slot
            self.prepared = prepared
            self.context = context
            self.multi = multi
            self.continuation = continuation
            origin = multi.origin(of: prepared)
            sending = .connecting(Connecting(usesHTTP2: prepared.requiresHTTP2))
            upload = CurlUpload(of: prepared, commandQueue: context.commandQueue)
            reception = CurlReception(to: prepared, memory: context.memory, budget: context.budget)
            activity = CurlActivity(idleTimeout: prepared.idleTimeout, at: context.tick.now)
        }

        var id: Int { prepared.id }
        var request: Request { prepared.request }
        var tick: CurlTick { context.tick }
        var head: CurlHead { reception.head }

        /// `nil` until libcurl has a connection.
        var attempt: CurlAttempt? {
            get { if case .attempted(let attempt) = sending { attempt } else { nil } }
            set { if let newValue { sending = .attempted(newValue) } }
        }

        var isRunning: Bool { if case .running = end { true } else { false } }

        /// Ends the transfer with an error, unless it has failed before.
        ///
        /// - Returns: `false`.
        @discardableResult
        func fail(_ error: any Error) -> Bool {
            if case .failed = end { return false }
            end = .failed(error)
            return false
        }

        /// Makes the engine's loop look at this transfer again, and resumes a paused direction.
        func resumeLater(_ direction: Int32) {
            context.commandQueue.post(.resume(id, direction))
        }

        func noteActivity() {
            activity.note(at: tick.now)
            context.watch.beginStep()
        }

        // MARK: - Receiving

        /// - Returns: `false` to end the transfer.
        func receivedHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            noteActivity()
            do throws(TernError) {
                guard try reception.takeHeadLine(bytes, isHTTP2: slot.speaksHTTP2), isRunning else { return true }
            } catch {
                // libcurl may have accepted an HTTP version that the connection doesn't use.
                if attempt?.hasStream != true { origin?.isUntrusted = true }
                return fail(error)
            }
            let connection = attempt?.connection
            // The trailers of HTTP/2 aren't counted, nor its frames.
            connection?.consumedBytes += reception.headBytes
            updateCookies()
            // libcurl would drop bytes after a response without content, and keep the connection.
            if reception.hasUncertainEnd || !reception.hasContent && connection?.hasMoreThanConsumed == true {
                slot.forbidReuse()
            }
            // libcurl sends no more of the body after such a response, but would wait forever for the end of the pause.
            if head.statusCode >= 300, activity.resume(CurlPause.sending, at: tick.now) { applyPauses() }
            return goOn { () throws(TernError) in
                try reception.beginContent()
                if reception.isStreamed { deliverHead() }
                return true
            }
        }

        /// - Returns: `false` to end the transfer.
        func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            goOn { () throws(TernError) in
                guard let content = reception.content else {
                    try reception.willReadHeadLine(bytes)
                    return true
                }
                noteActivity()
                attempt?.connection?.consumedBytes += bytes.count
                var framingBytes = 0
                if let chunks = content.chunks {
                    let former = chunks.bodyBytes
                    do throws(ChunkedDecoder.Fault) {
                        guard try chunks.take(bytes, receivedBody) else { return false }
                    } catch {
                        throw HeadLine.malformed(error)
                    }
                    if chunks.excessBytes > 0 { slot.forbidReuse() }
                    framingBytes = bytes.count - Int(chunks.bodyBytes - former)
                } else {
                    guard receivedBody(bytes) else { return false }
                }
                let isCoded = content.decoder != nil
                if activity.hasUsedShare(bytes.count, framingBytes: framingBytes, isCoded: isCoded, in: tick.work) {
                    letOthersWork()
                }
                return true
            }
        }

        /// - Returns: `false` to end the transfer.
        private func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if let decoder = reception.content?.decoder {
                decoder.take(bytes)
                return decoder.hasMore || decode()
            }
            guard reception.isRedirect else { return deliver(bytes) }
            return goOn { () throws(TernError) in
                try reception.discard(bytes)
                return true
            }
        }

        /// Delivers decoded bytes until the reader's buffer is full or other transfers must run. Then schedules the
        /// rest.
        ///
        /// - Returns: `false` to end the transfer.
        private func decode() -> Bool {
            goOn { () throws(TernError) in
                try reception.content?.decoder?.deliver { deliver($0) && !activity.isPaused(CurlPause.receiving) }
                if case .failed = end { return false }
                if reception.hasMore, !activity.isPaused(CurlPause.receiving) { letOthersWork() }
                return true
            }
        }

        /// - Returns: `false` to end the transfer.
        private func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
            goOn { () throws(TernError) in
                let hadPiece = reception.body.hasPiece
                if try !reception.take(bytes) { pauseReceiving() }
                if reception.body.hasPiece, !hadPiece { tick.transfersToFlush.append(self) }
                guard prepared.hop.progress != nil else { return true }
                progress.receivedBytes = reception.receivedBytes
                progress.expectedReceivedBytes = reception.announcedBytes.map(Int64.init)
                prepared.relay.report(progress)
                return true
            }
        }

        /// Runs a step of a callback. An error ends the transfer.
        private func goOn(_ step: () throws(TernError) -> Bool) -> Bool {
            do throws(TernError) { return try step() } catch { return fail(error) }
        }

        /// Delivers the pending piece of the body.
        func flush() {
            if !reception.body.flush() { pauseReceiving() }
        }

        // MARK: - Pauses

        /// Resumes the directions in `mask` that are paused.
        func resume(_ mask: Int32) {
            guard activity.resume(mask, at: tick.now) else { return }
            if mask == CurlPause.receiving, reception.hasMore, !decode() { return }
            applyPauses()
        }

        private func pauseReceiving() {
            activity.pause(CurlPause.receiving)
            applyPauses()
        }

        /// Pauses the transfer until the loop has served the other transfers.
        private func letOthersWork() {
            pauseReceiving()
            resumeLater(CurlPause.receiving)
        }

        /// This call may run the callbacks, which may pause the transfer again.
        private func applyPauses() {
            _ = tern_curl_easy_pause(slot.easy, activity.paused)
        }

        // MARK: - Results

        private func deliverHead() {
            let (commandQueue, id) = (context.commandQueue, prepared.id)
            let channel = BodyChannel(
                budget: context.budget,
                onRoom: { commandQueue.post(.resume(id, CurlPause.receiving)) },
                onAbandon: { commandQueue.post(.cancel(id)) }
            )
            reception.body.channel = channel
            let result = result(.stream(BodyStream(channel)))
            prepared.resume { [continuation] in continuation.value.resume(returning: result) }
        }

        func result(_ body: Response.Body) -> CurlResult {
            reception.result(body, Response.Metrics(of: slot.easy))
        }

        /// Delivers the outcome to the caller, or to the reader of the body.
        func delivery(of outcome: CurlResult.Outcome) -> @Sendable () -> Void {
            { [continuation, channel = reception.body.channel, prepared] in
                prepared.resume {
                    guard let channel else { return continuation.value.resume(with: outcome) }
                    let result = try? outcome.get()
                    channel.finish(outcome.map { _ in }, metrics: result?.metrics, trailers: result?.trailers ?? [:])
                }
            }
        }
    }
#endif
