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
        var upload: CurlUpload

        /// The attempt to send the request. `nil` until libcurl has a connection.
        var attempt: CurlAttempt?
        /// Whether TLS negotiated HTTP/2 for a new connection.
        var usesHTTP2: Bool
        /// Why the engine stopped libcurl from sending. `nil` if it didn't.
        var stopReason: StopReason?
        /// The sockets that libcurl has opened for this transfer.
        var openedSockets: [Int32] = []
        /// `errno` of the last socket that couldn't be opened, or 0.
        var socketError: Int32 = 0

        /// The continuation of the call. `nil` after it was resumed.
        var continuation: CurlResult.Continuation?
        var head = CurlHead()
        /// The size of all heads, including trailers.
        var headBytes = 0
        private var isInsideHeadLine = false
        var chunks: ChunkedDecoder?
        var decoder: ContentDecoder?
        /// Whether the final head is a followed redirect, whose body is discarded.
        private(set) var isRedirect = false
        var body: CurlBody
        private var receivedBytes: Int64 = 0
        /// The work on the response in a call of libcurl, in bytes of a body without codings.
        private var share = (work: 0, used: 0)
        var failure: TernError?
        /// The loss of the connection, if the engine noticed it before libcurl.
        var loss: ConnectionLoss?
        /// The `CURLcode` with which libcurl ended the transfer. `nil` while the transfer is running.
        var code: Int32?
        var lastActivity: Duration
        /// The bytes of the connection that the server had acknowledged when the idle time passed for the last time.
        var acknowledgedBytes: UInt64 = 0
        var progress = TransferProgress()
        /// The paused directions, as bits of ``CurlPause``. The client causes a pause, so it doesn't count as idle time
        /// of the server.
        var paused: Int32 = 0

        /// The maximum size of all heads, including trailers. Some libcurl versions have a higher limit for heads. No
        /// version limits trailers.
        private static let maximumHeadBytes = 256 * 1024

        /// See ``useShare(_:framingBytes:)``. Some milliseconds of work.
        private static let maximumShare = 512 * 1024

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
            lastActivity = context.tick.now
            self.multi = multi
            origin = multi.origin(of: prepared)
            usesHTTP2 = prepared.requiresHTTP2
            self.continuation = continuation
            upload = CurlUpload(of: prepared, commandQueue: context.commandQueue)
            body = CurlBody(limit: prepared.request.bodyLimit, memory: context.memory, budget: context.budget)
        }

        var id: Int { prepared.id }
        var request: Request { prepared.request }
        var tick: CurlTick { context.tick }
        var commandQueue: CurlCommandQueue { context.commandQueue }

        static var headTooLarge: TernError {
            TernError(.malformedResponse, reason: "The response's head exceeds the limit of \(maximumHeadBytes) bytes.")
        }

        // MARK: - Callbacks

        /// - Returns: `false` to end the transfer.
        func receivedHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = tick.now
            context.watch.beginStep()
            headBytes += bytes.count
            guard headBytes <= Self.maximumHeadBytes else {
                failure = Self.headTooLarge
                return false
            }
            do throws(TernError) {
                guard try head.take(bytes, isHTTP2: slot.speaksHTTP2), failure == nil else { return true }
            } catch {
                // libcurl may have accepted an HTTP version that the connection doesn't use.
                if attempt?.hasStream != true { origin?.isUntrusted = true }
                failure = error
                return false
            }
            // The trailers of HTTP/2 aren't counted, nor its frames.
            attempt?.connection?.consumedBytes += headBytes
            updateCookies()
            // libcurl would drop bytes after a response without content, and keep the connection.
            if !hasContent, attempt?.connection?.hasMoreThanConsumed == true { slot.forbidReuse() }
            isRedirect = Redirect.isFollowed(
                head.statusCode,
                hasLocation: head.hasLocation,
                under: prepared.hop
            )
            if head.statusCode >= 300, paused & CurlPause.sending != 0 {
                // libcurl sends no more of the body after such a response, but would wait forever for the end of the
                // pause.
                paused &= ~CurlPause.sending
                _ = tern_curl_easy_pause(slot.easy, paused)
            }
            if head.isChunked, hasBody {
                chunks = ChunkedDecoder()
                // The transfer coding overrides Content-Length (RFC 9112, sections 6.1 and 6.3), but the start of the
                // next response is uncertain.
                if head.length != nil || head.version == .http10 { slot.forbidReuse() }
            }
            guard makeDecoder() else { return false }
            if isDelivered {
                deliverHead()
            } else if let bytes = announcedBytes, bytes > request.bodyLimit, hasBody, !isRedirect {
                failure = .bodyTooLarge(limit: request.bodyLimit, status: head.statusCode)
            }
            return failure == nil
        }

        /// - Returns: `false` to end the transfer.
        func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard head.isComplete else { return willReadHeadLine(bytes) }
            lastActivity = tick.now
            context.watch.beginStep()
            attempt?.connection?.consumedBytes += bytes.count
            guard let chunks else {
                guard receivedBody(bytes) else { return false }
                useShare(bytes.count, framingBytes: 0)
                return true
            }
            let former = chunks.bodyBytes
            do throws(TernError) {
                guard try chunks.take(bytes, receivedBody) else { return false }
            } catch {
                failure = error
                return false
            }
            if chunks.hasExcess { slot.forbidReuse() }
            useShare(bytes.count, framingBytes: bytes.count - Int(chunks.bodyBytes - former))
            return true
        }

        /// Pauses the transfer when it has used its share of the thread, until the others had their turn. Framing and
        /// content codings take several times as long as plain bytes: a chunk of one byte is six bytes, and an empty
        /// member of gzip is twenty.
        private func useShare(_ bytes: Int, framingBytes: Int) {
            if share.work != tick.work { share = (tick.work, 0) }
            share.used += decoder == nil ? bytes + 15 * framingBytes : 16 * bytes
            guard share.used > Self.maximumShare, paused & CurlPause.receiving == 0 else { return }
            share.used = 0
            pauseReceiving()
            commandQueue.post(.resume(id, CurlPause.receiving))
        }

        /// Checks a line of a head, or a part of a long line, before libcurl reads it. See
        /// ``CurlLibrary/trustsFieldLines``.
        ///
        /// - Returns: `false` to end the transfer.
        private func willReadHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            defer { isInsideHeadLine = bytes.last != UInt8(ascii: "\n") }
            guard !isInsideHeadLine, let first = bytes.first, HeadLine.isBlank(first) else { return true }
            failure = HeadLine.folded
            return false
        }

        /// - Returns: `false` to end the transfer.
        private func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            // The body of a redirect is discarded, but its length is limited.
            if isRedirect {
                receivedBytes += Int64(bytes.count)
                let limit = Redirect.maximumBodyBytes
                if receivedBytes > Int64(limit) { failure = .bodyTooLarge(limit: limit, status: head.statusCode) }
                return failure == nil
            }
            guard let decoder else { return deliver(bytes) }
            decoder.take(bytes)
            return decoder.hasMore || decode()
        }

        /// Delivers decoded bytes until the reader's buffer is full or other transfers must run. Then schedules the
        /// rest.
        ///
        /// - Returns: `false` to end the transfer.
        func decode() -> Bool {
            do throws(TernError) {
                try decoder?.deliver { deliver($0) && paused & CurlPause.receiving == 0 }
            } catch {
                failure = error
            }
            if failure == nil, decoder?.hasMore == true, paused & CurlPause.receiving == 0 {
                pauseReceiving()
                commandQueue.post(.resume(id, CurlPause.receiving))
            }
            return failure == nil
        }

        /// - Returns: `false` to end the transfer.
        private func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
            receivedBytes += Int64(bytes.count)
            let hadPiece = body.hasPiece
            do throws(TernError) {
                if try !body.take(bytes, of: announcedBytes, status: head.statusCode) { pauseReceiving() }
            } catch {
                failure = error
                return false
            }
            if body.hasPiece, !hadPiece { tick.transfersToFlush.append(self) }
            guard prepared.hop.progress != nil else { return true }
            progress.receivedBytes = receivedBytes
            progress.expectedReceivedBytes = announcedBytes.map(Int64.init)
            prepared.relay.report(progress)
            return true
        }

        /// Delivers the pending piece of the body.
        func flush() {
            if !body.flush() { pauseReceiving() }
        }

        private func pauseReceiving() {
            paused |= CurlPause.receiving
            _ = tern_curl_easy_pause(slot.easy, paused)
        }

        // MARK: - Private

        /// Whether the caller receives the response at its head, and streams the body.
        private var isDelivered: Bool {
            !request.delivery.isCollected && !isRedirect
        }

        /// - Returns: `false` to end the transfer.
        private func makeDecoder() -> Bool {
            guard head.isEncoded, prepared.decodesBody, hasBody, !isRedirect else { return true }
            do throws(TernError) {
                decoder = try ContentDecoder(contentEncoding: head.headers.values(for: "Content-Encoding"))
            } catch {
                failure = error
            }
            return failure == nil
        }

        private func deliverHead() {
            let (commandQueue, id) = (commandQueue, prepared.id)
            let channel = BodyChannel(
                budget: context.budget,
                onRoom: { commandQueue.post(.resume(id, CurlPause.receiving)) },
                onAbandon: { commandQueue.post(.cancel(id)) }
            )
            body.channel = channel
            let result = result(.stream(BodyStream(channel)))
            prepared.resume { [continuation] in continuation?.value.resume(returning: result) }
            continuation = nil
        }

        func result(_ body: Response.Body) -> CurlResult {
            var metrics = Response.Metrics(of: slot.easy)
            // Newer libcurl versions also count the framing of chunks.
            if let chunks { metrics.receivedBodyBytes = chunks.bodyBytes }
            let trailers = chunks?.trailers ?? head.trailers
            return CurlResult(head, body, isDecoded: decoder != nil, trailers: trailers, metrics)
        }

        /// The announced length of the body. `nil` if it is unknown: the announced length of an encoded body isn't its
        /// decoded length.
        private var announcedBytes: Int? {
            decoder == nil && !head.isChunked ? head.length : nil
        }

        /// Whether a body of at least one byte follows the head.
        private var hasContent: Bool { hasBody && head.length != 0 }

        /// Whether the end of the connection is the end of the body (RFC 9112, section 6.3).
        var isDelimitedByEnd: Bool {
            prepared.isSecure && hasBody && head.isComplete && head.length == nil && !head.isChunked
                && attempt?.hasStream != true
        }

        var hasBody: Bool {
            head.statusCode != 204 && head.statusCode != 304 && request.method != .head
        }
    }
#endif
