#if os(Linux)
    import CTernCurl
    import Foundation

    /// One exchange in one slot. Only the engine's thread touches it, libcurl's callbacks included.
    final class CurlTransfer {
        let slot: CurlSlot
        let prepared: CurlPreparedRequest
        let commandQueue: CurlCommandQueue
        let tick: CurlTick
        private let redirects: TransportConfiguration.RedirectPolicy
        let connections: CurlConnections
        let multi: CurlMulti
        let origin: CurlOrigin?
        var upload: CurlUpload

        /// `nil` before libcurl has a connection.
        var attempt: CurlAttempt?
        /// Whether a new connection has turned out to be one of HTTP/2.
        var usesHTTP2: Bool
        /// Why libcurl was stopped from sending, if it was.
        var stopReason: StopReason?
        /// Those that libcurl has opened for this transfer.
        var openedSockets: [Int32] = []
        /// `errno` of the last socket that couldn't be opened; 0 if all could.
        var socketError: Int32 = 0

        /// `nil` once it has been resumed.
        var continuation: CurlResult.Continuation?
        var head = CurlHead()
        /// Of all heads, trailers included.
        var headBytes = 0
        private var isInsideHeadLine = false
        var chunks: ChunkedDecoder?
        var decoder: ContentDecoder?
        /// Of the final head: whether the body is nobody's.
        private var isRedirect = false
        var body: CurlBody
        private let budget: BodyBudget
        private var receivedBytes: Int64 = 0
        var failure: TernError?
        /// How libcurl's part has ended; `nil` before.
        var code: Int32?
        var lastActivity = ContinuousClock.now
        var progress = TransferProgress()
        /// What waits for our side, and is no silence of the server's.
        var paused: Int32 = 0

        /// Less than what some libcurls have as their limit; others have none, and none has one for trailers.
        private static let maximumHeadBytes = 256 * 1024

        init(
            _ prepared: CurlPreparedRequest,
            _ continuation: CurlResult.Continuation,
            slot: CurlSlot,
            redirects: TransportConfiguration.RedirectPolicy,
            commandQueue: CurlCommandQueue,
            connections: CurlConnections,
            multi: CurlMulti,
            memory: CurlMemory,
            budget: BodyBudget,
            tick: CurlTick
        ) {
            self.slot = slot
            self.prepared = prepared
            self.commandQueue = commandQueue
            self.connections = connections
            self.multi = multi
            origin = multi.origin(of: prepared)
            usesHTTP2 = prepared.requiresHTTP2
            self.tick = tick
            self.redirects = redirects
            self.continuation = continuation
            upload = CurlUpload(of: prepared, commandQueue: commandQueue)
            body = CurlBody(limit: prepared.request.bodyLimit, memory: memory, budget: budget)
            self.budget = budget
        }

        var id: Int { prepared.id }
        var request: Request { prepared.request }

        static var headTooLarge: TernError {
            TernError(.malformedResponse, reason: "The answer's head has more than \(maximumHeadBytes) bytes.")
        }

        // MARK: - What libcurl calls

        /// - Returns: Whether to go on.
        func receivedHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = tick.now
            headBytes += bytes.count
            attempt?.connection?.consumedBytes += bytes.count
            guard headBytes <= Self.maximumHeadBytes else {
                failure = Self.headTooLarge
                return false
            }
            do throws(TernError) {
                guard try head.take(bytes, isHTTP2: slot.speaksHTTP2), failure == nil else { return true }
            } catch {
                // libcurl may have believed a version that the connection doesn't have.
                if attempt?.stream == nil { origin?.isUntrusted = true }
                failure = error
                return false
            }
            // libcurl would drop bytes behind a response without content, and keep the connection.
            if !hasContent, attempt?.connection?.hasMoreThanConsumed == true { slot.forbidReuse() }
            isRedirect = Redirect.isFollowed(head.statusCode, hasLocation: head.hasLocation, under: redirects)
            if head.statusCode >= 300, paused & CurlPause.sending != 0 {
                // libcurl sends no more after such an answer, but would wait for ever for the end of the pause.
                paused &= ~CurlPause.sending
                _ = tern_curl_easy_pause(slot.easy, paused)
            }
            if head.isChunked, hasBody {
                chunks = ChunkedDecoder()
                // RFC 9112, sections 6.1 and 6.3: the coding counts, but the next response may begin anywhere.
                if head.length != nil || head.version == .http10 { slot.forbidReuse() }
            }
            guard makeDecoder() else { return false }
            if isDelivered {
                deliverHead()
            } else if let bytes = announcedBytes, bytes > request.bodyLimit, hasBody, !isRedirect {
                failure = .bodyTooLarge(limit: request.bodyLimit)
            }
            return failure == nil
        }

        /// - Returns: Whether to go on.
        func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard head.isComplete else { return willReadHeadLine(bytes) }
            lastActivity = tick.now
            attempt?.connection?.consumedBytes += bytes.count
            guard let chunks else { return receivedBody(bytes) }
            do throws(TernError) {
                guard try chunks.take(bytes, receivedBody) else { return false }
            } catch {
                failure = error
                return false
            }
            if chunks.hasExcess { slot.forbidReuse() }
            return true
        }

        /// Takes a line of a head, or a part of a long one, before libcurl reads it; see ``CurlLibrary/trustsFieldLines``.
        ///
        /// - Returns: Whether to go on.
        private func willReadHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            defer { isInsideHeadLine = bytes.last != UInt8(ascii: "\n") }
            guard !isInsideHeadLine, let first = bytes.first, HeadLine.isBlank(first) else { return true }
            failure = HeadLine.folded
            return false
        }

        /// - Returns: Whether to go on.
        private func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            // The body of a redirect is nobody's, but may not go on for ever.
            if isRedirect {
                receivedBytes += Int64(bytes.count)
                let limit = Redirect.maximumBodyBytes
                if receivedBytes > Int64(limit) { failure = .bodyTooLarge(limit: limit) }
                return failure == nil
            }
            guard let decoder else { return deliver(bytes) }
            decoder.take(bytes)
            return decoder.hasMore || decode()
        }

        /// Delivers what is decoded of the body, as far as its reader takes it, and others don't have to wait.
        ///
        /// - Returns: Whether to go on.
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

        /// - Returns: Whether to go on.
        private func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
            receivedBytes += Int64(bytes.count)
            let hadPiece = body.hasPiece
            do throws(TernError) {
                if try !body.take(bytes, of: announcedBytes) { pauseReceiving() }
            } catch {
                failure = error
                return false
            }
            if body.hasPiece, !hadPiece { tick.transfersToFlush.append(self) }
            guard request.progress != nil else { return true }
            progress.receivedBytes = receivedBytes
            progress.expectedReceivedBytes = announcedBytes.map(Int64.init)
            prepared.relay.report(progress)
            return true
        }

        /// Hands over what has come of the body.
        func flush() {
            if !body.flush() { pauseReceiving() }
        }

        private func pauseReceiving() {
            paused |= CurlPause.receiving
            _ = tern_curl_easy_pause(slot.easy, paused)
        }

        // MARK: - Private

        /// Whether the answer is handed over at its head, and its body as it comes.
        private var isDelivered: Bool {
            !request.delivery.isCollected && !isRedirect
        }

        /// - Returns: Whether to go on.
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
                budget: budget,
                onRoom: { commandQueue.post(.resume(id, CurlPause.receiving)) },
                onAbandon: { commandQueue.post(.cancel(id)) }
            )
            body.channel = channel
            var result = result
            result.stream = BodyStream(channel)
            prepared.resume { [continuation, result] in continuation?.resume(returning: result) }
            continuation = nil
        }

        var result: CurlResult {
            var metrics = TransportMetrics(of: slot.easy)
            // Newer libcurls count the framing of chunks, too.
            if let chunks { metrics.receivedBodyBytes = chunks.bodyBytes }
            let trailers = chunks?.trailers ?? head.trailers
            return CurlResult(head: head, body: body.collected, trailers: trailers, metrics: metrics)
        }

        /// How long the body is to be. What is decoded announces another size than it has.
        private var announcedBytes: Int? {
            decoder == nil && !head.isChunked ? head.length : nil
        }

        /// Whether bytes of a body follow the head.
        private var hasContent: Bool { hasBody && head.length != 0 }

        private var hasBody: Bool {
            head.statusCode != 204 && head.statusCode != 304 && request.method != .head
        }
    }
#endif
