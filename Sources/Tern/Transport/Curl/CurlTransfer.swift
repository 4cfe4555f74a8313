#if os(Linux)
    import CTernCurl
    import Foundation

    /// One exchange on one handle. Only the engine's thread touches it, libcurl's callbacks included.
    final class CurlTransfer {
        let easy: tern_curl_easy
        private let submission: CurlSubmission
        private let request: TransportRequest
        private let mailbox: CurlMailbox
        private let outbox: CurlOutbox
        private let idleTimeout: Duration
        private let upload: UploadChannel?
        private let relay: ProgressRelay

        /// `nil` once it has been resumed.
        private var continuation: CheckedContinuation<TransportResponse, any Error>?
        /// Where the body goes, if it isn't collected.
        private var channel: BodyChannel?
        /// Of the body, what `channel` hasn't got yet.
        private var piece = Data()
        private var head = CurlHead()
        private var body = Data()
        private var receivedBytes: Int64 = 0
        private var sentOffset = 0
        private var failure: TernError?
        private var lastActivity = ContinuousClock.now
        private var progress = TransferProgress()
        /// What waits for our side, and is no silence of the server's.
        private var paused: Int32 = 0

        private var fields: UnsafeMutablePointer<tern_curl_slist>?
        private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CurlTransfer.errorTextSize)

        /// `CURL_ERROR_SIZE`.
        private static let errorTextSize = 256
        /// libcurl's own buffers of 16 and 64 KiB cost long bodies a fifth of their speed.
        private static let longBodyBufferBytes = 256 * 1024
        /// What is handed over in the midst of libcurl's work; less when that is done.
        private static let pieceBytes = 128 * 1024

        init(
            _ submission: CurlSubmission,
            settings: CurlSettings,
            mailbox: CurlMailbox,
            outbox: CurlOutbox,
            easy: tern_curl_easy
        ) {
            self.easy = easy
            self.submission = submission
            self.mailbox = mailbox
            self.outbox = outbox
            request = submission.request
            continuation = submission.continuation
            idleTimeout = Self.idleTimeout(of: request.urlRequest, settings.configuration)
            relay = ProgressRelay(request.progress)
            upload = request.bodySource.map { source in
                UploadChannel(source) { mailbox.post(.resume(submission.id, CurlPause.sending)) }
            }
            errorText.initialize(repeating: 0, count: Self.errorTextSize)
        }

        deinit {
            tern_curl_slist_free_all(fields)
            errorText.deallocate()
        }

        // MARK: - Beginning

        /// Tells the handle all about the request.
        ///
        /// - Returns: The first error, 0 if all went well.
        func configure(_ settings: CurlSettings) -> Int32 {
            let error = settings.apply(to: easy)
            guard error == 0 else { return error }
            let urlRequest = request.urlRequest
            var handle = CurlHandle(easy)
            handle.set(CurlOption.url, urlRequest.url?.absoluteString ?? "")
            if settings.configuration.httpVersions == .negotiated, urlRequest.url?.scheme == "https" {
                // Whether a connection under way can be shared is worth waiting for.
                handle.set(CurlOption.pipeWait, 1)
            }
            let decompresses = settings.configuration.decompresses && CurlLibrary.has(.gzip)
            if decompresses, urlRequest.value(forHTTPHeaderField: "Accept-Encoding") == nil {
                // All that libcurl knows.
                handle.set(CurlOption.acceptEncoding, "")
            }
            configureMethod(&handle)
            configureFields()
            configureCallbacks()
            if request.progress != nil { handle.set(CurlOption.noProgress, 0) }
            if request.delivery != .collected { handle.set(CurlOption.bufferSize, Self.longBodyBufferBytes) }
            return handle.firstError
        }

        private func configureMethod(_ handle: inout CurlHandle) {
            let method = request.urlRequest.httpMethod ?? "GET"
            let body = request.urlRequest.httpBody
            let hasBody = body != nil || upload != nil
            if method == "HEAD" { handle.set(CurlOption.noBody, 1) }
            // Methods that enclose content say so even when it is empty (RFC 9110, section 8.6).
            if hasBody || ["POST", "PUT", "PATCH"].contains(method) {
                handle.set(CurlOption.upload, 1)
                // -1 is a length that isn't known.
                let length = upload == nil ? Int64(body?.count ?? 0) : request.bodySource?.length ?? -1
                tern_curl_set_offset(easy, CurlOption.bodySize, length)
                if upload != nil { handle.set(CurlOption.uploadBufferSize, Self.longBodyBufferBytes) }
            }
            if method != "GET" || hasBody, method != "HEAD" { handle.set(CurlOption.customRequest, method) }
        }

        private func configureFields() {
            // Without this libcurl asks before it sends more than a megabyte, and waits a second for an answer.
            var lines = ["Expect:"]
            for (name, value) in request.urlRequest.allHTTPHeaderFields ?? [:] {
                // "Name;" is how libcurl is told of a field without a value; "Name:" would remove it.
                lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
            if request.urlRequest.value(forHTTPHeaderField: "User-Agent") == nil { lines.append("User-Agent: Tern") }
            for line in lines { fields = tern_curl_slist_append(fields, line) }
            tern_curl_set_pointer(easy, CurlOption.httpHeader, fields)
        }

        private func configureCallbacks() {
            let context = Unmanaged.passUnretained(self).toOpaque()
            tern_curl_set_pointer(easy, CurlOption.errorBuffer, errorText)
            tern_curl_set_bytes_callback(easy, CurlOption.headerFunction, CurlCallback.headLine)
            tern_curl_set_pointer(easy, CurlOption.headerData, context)
            tern_curl_set_bytes_callback(easy, CurlOption.writeFunction, CurlCallback.body)
            tern_curl_set_pointer(easy, CurlOption.writeData, context)
            tern_curl_set_bytes_callback(easy, CurlOption.readFunction, CurlCallback.fill)
            tern_curl_set_pointer(easy, CurlOption.readData, context)
            tern_curl_set_seek_callback(easy, CurlOption.seekFunction, CurlCallback.seek)
            tern_curl_set_pointer(easy, CurlOption.seekData, context)
            if request.progress != nil {
                tern_curl_set_progress_callback(easy, CurlOption.progressFunction, CurlCallback.progress)
                tern_curl_set_pointer(easy, CurlOption.progressData, context)
            }
        }

        // MARK: - Waiting

        /// When the transfer has taken too long, if nothing happens before.
        var dueTime: ContinuousClock.Instant {
            let idle = (paused == 0 ? lastActivity : .now) + idleTimeout
            return submission.deadline.map { min($0.instant, idle) } ?? idle
        }

        var dueError: TernError {
            if let deadline = submission.deadline, deadline.remaining <= .zero { return deadline.error }
            return TernError(.timedOut, reason: "Nothing came from the server for \(idleTimeout).")
        }

        /// `URLRequest.timeoutInterval`, which counts silence, or the transport's own; for ever if it is not a time.
        private static func idleTimeout(of request: URLRequest, _ configuration: TransportConfiguration) -> Duration {
            let seconds = request.timeoutInterval
            // Foundation's default.
            if seconds == 60 { return min(configuration.idleTimeout, longestIdleTimeout) }
            let isTime = seconds > 0 && seconds < 1e9
            return isTime ? .milliseconds(Int64((seconds * 1_000).rounded(.up))) : longestIdleTimeout
        }

        private static let longestIdleTimeout = Duration.seconds(1e9)

        /// Goes on with what was paused.
        func resume(_ mask: Int32) {
            guard paused & mask != 0 else { return }
            paused &= ~mask
            lastActivity = .now
            // The callbacks may be called in here, and pause again.
            _ = tern_curl_easy_pause(easy, paused)
        }

        // MARK: - What libcurl calls

        /// - Returns: Whether to go on.
        func receivedHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = .now
            let wasComplete = head.isComplete
            head.take(bytes)
            guard head.isComplete, !wasComplete, failure == nil else { return true }
            if isDelivered {
                deliverHead()
                return true
            }
            guard let announcedBytes, announcedBytes > request.maximumBodyBytes, hasBody, !isRedirect, !isEncoded
            else { return true }
            failure = .bodyTooLarge(limit: request.maximumBodyBytes)
            return false
        }

        /// - Returns: Whether to go on.
        func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = .now
            // The body of a redirect is nobody's, but may not go on for ever.
            if isRedirect {
                receivedBytes += Int64(bytes.count)
                if receivedBytes > Int64(request.maximumBodyBytes) {
                    failure = .bodyTooLarge(limit: request.maximumBodyBytes)
                }
                return failure == nil
            }
            if channel != nil {
                if piece.isEmpty {
                    piece.reserveCapacity(Self.pieceBytes + bytes.count)
                    outbox.transfers.append(self)
                }
                piece.append(contentsOf: bytes)
                if piece.count >= Self.pieceBytes { handOver() }
            } else {
                guard bytes.count <= request.maximumBodyBytes - body.count else {
                    failure = .bodyTooLarge(limit: request.maximumBodyBytes)
                    return false
                }
                if body.isEmpty { body.reserveCapacity(min(announcedBytes ?? 0, request.maximumBodyBytes)) }
                body.append(contentsOf: bytes)
            }
            receivedBytes += Int64(bytes.count)
            progress.receivedBytes = receivedBytes
            // What is encoded announces another size than it has.
            progress.expectedReceivedBytes = isEncoded ? nil : announcedBytes.map(Int64.init)
            relay.report(progress)
            return true
        }

        /// Hands over what has come of the body: libcurl brings 16 KiB at most, and waking a reader for each is dear.
        func handOver() {
            guard !piece.isEmpty, let channel else { return }
            defer { piece = Data() }
            if !channel.push(piece) {
                paused |= CurlPause.receiving
                _ = tern_curl_easy_pause(easy, paused)
            }
        }

        /// - Returns: How many bytes there were, or a ``CurlAnswer``.
        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = .now
            guard let upload else { return fillFromMemory(buffer) }
            if sentOffset == 0, !isUploadBegun { isUploadBegun = upload.begin() }
            switch upload.take(into: buffer) {
            case .bytes(let count):
                sentOffset += count
                return count
            case .later:
                paused |= CurlPause.sending
                return CurlAnswer.pauseReading
            case .end:
                return 0
            case .failed(let error):
                failure = error
                return CurlAnswer.abortReading
            }
        }

        private var isUploadBegun = false

        private func fillFromMemory(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let body = request.urlRequest.httpBody, sentOffset < body.count else { return 0 }
            let start = body.startIndex + sentOffset
            let count = body.copyBytes(to: buffer, from: start..<min(body.endIndex, start + buffer.count))
            sentOffset += count
            return count
        }

        /// - Returns: Whether the body goes on from there.
        func seek(to offset: Int64) -> Bool {
            if let upload, sentOffset > 0 || isUploadBegun {
                // A source has no other place to begin at.
                guard offset == 0, upload.begin() else { return false }
            }
            sentOffset = Int(offset)
            return true
        }

        func sent(_ bytes: Int64, of expected: Int64) {
            guard bytes > progress.sentBytes else { return }
            lastActivity = .now
            progress.sentBytes = bytes
            progress.expectedSentBytes = expected > 0 ? expected : nil
            relay.report(progress)
        }

        // MARK: - Ending

        func result(of code: Int32) -> Result<TransportResponse, any Error> {
            if let failure { return .failure(failure) }
            guard code == 0 else { return .failure(error(code)) }
            guard head.isComplete else { return .failure(TernError(.malformedResponse)) }
            return .success(response)
        }

        func error(_ code: Int32) -> TernError {
            var systemError = 0
            tern_curl_get_long(easy, CurlInfo.systemError, &systemError)
            return CurlError.error(
                code,
                details: String(cString: errorText),
                systemError: Int32(systemError),
                host: request.urlRequest.url?.host
            )
        }

        func end(with result: Result<TransportResponse, any Error>) {
            upload?.abandon()
            handOver()
            relay.afterAll { [continuation, channel] in
                continuation?.resume(with: result)
                channel?.finish(result.map { _ in }, metrics: try? result.get().metrics)
            }
        }

        // MARK: - Private

        /// Whether the answer is handed over at its head, and its body as it comes.
        private var isDelivered: Bool {
            request.delivery != .collected && !isRedirect
        }

        private func deliverHead() {
            let (mailbox, id) = (mailbox, submission.id)
            let channel = BodyChannel(
                onRoom: { mailbox.post(.resume(id, CurlPause.receiving)) },
                onAbandon: { mailbox.post(.cancel(id)) }
            )
            self.channel = channel
            var response = response
            response.stream = BodyStream(channel)
            relay.afterAll { [continuation, response] in continuation?.resume(returning: response) }
            continuation = nil
        }

        private var response: TransportResponse {
            TransportResponse(
                statusCode: head.statusCode,
                headers: head.headers,
                body: body,
                url: request.urlRequest.url,
                metrics: TransportMetrics(of: easy)
            )
        }

        private var isRedirect: Bool {
            submission.followsRedirects && Redirect.isRedirect(head.statusCode) && head.headers.contains("Location")
        }

        private var hasBody: Bool {
            head.statusCode != 204 && head.statusCode != 304 && request.urlRequest.httpMethod != "HEAD"
        }

        private var isEncoded: Bool {
            head.headers.contains("Content-Encoding")
        }

        private var announcedBytes: Int? {
            head.headers["Content-Length"].flatMap { Int($0) }
        }
    }
#endif
