#if os(Linux)
    import CTernCurl
    import Foundation

    /// One exchange on one handle. Only the engine's thread touches it, libcurl's callbacks included.
    final class CurlTransfer {
        let easy: tern_curl_easy
        private let request: TransportRequest
        private let continuation: CheckedContinuation<TransportResponse, any Error>
        private let idleTimeout: Duration

        private var head = CurlHead()
        private var body = Data()
        private var sentOffset = 0
        private var failure: TernError?
        private var lastActivity = ContinuousClock.now
        private var progress = TransferProgress()
        private let relay: ProgressRelay

        private var fields: UnsafeMutablePointer<tern_curl_slist>?
        private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CurlTransfer.errorTextSize)

        /// `CURL_ERROR_SIZE`.
        private static let errorTextSize = 256

        init(_ submission: CurlSubmission, easy: tern_curl_easy) {
            self.easy = easy
            request = submission.request
            continuation = submission.continuation
            idleTimeout = Self.idleTimeout(of: submission.request.urlRequest)
            relay = ProgressRelay(submission.request.progress)
            errorText.initialize(repeating: 0, count: Self.errorTextSize)
        }

        deinit {
            tern_curl_slist_free_all(fields)
            errorText.deallocate()
        }

        // MARK: - Beginning

        /// Tells the handle all about the request.
        func configure() {
            let urlRequest = request.urlRequest
            let context = Unmanaged.passUnretained(self).toOpaque()
            set(CurlOption.noSignal, 1)
            set(CurlOption.protocols, 0b11)
            set(CurlOption.allowsHTTP09, 0)
            set(CurlOption.url, urlRequest.url?.absoluteString ?? "")
            tern_curl_set_pointer(easy, CurlOption.errorBuffer, errorText)
            tern_curl_set_bytes_callback(easy, CurlOption.headerFunction, receiveHeadLine)
            tern_curl_set_pointer(easy, CurlOption.headerData, context)
            tern_curl_set_bytes_callback(easy, CurlOption.writeFunction, receiveBody)
            tern_curl_set_pointer(easy, CurlOption.writeData, context)
            if urlRequest.value(forHTTPHeaderField: "Accept-Encoding") == nil { set(CurlOption.acceptEncoding, "") }
            configureMethod(urlRequest, context)
            configureFields(urlRequest)
            if request.progress != nil {
                tern_curl_set_progress_callback(easy, CurlOption.progressFunction, reportProgress)
                tern_curl_set_pointer(easy, CurlOption.progressData, context)
                set(CurlOption.noProgress, 0)
            }
        }

        private func configureMethod(_ urlRequest: URLRequest, _ context: UnsafeMutableRawPointer) {
            let method = urlRequest.httpMethod ?? "GET"
            let body = urlRequest.httpBody
            if method == "HEAD" { set(CurlOption.noBody, 1) }
            // Methods that enclose content say so even when it is empty (RFC 9110, section 8.6).
            if body != nil || ["POST", "PUT", "PATCH"].contains(method) {
                set(CurlOption.upload, 1)
                tern_curl_set_offset(easy, CurlOption.bodySize, Int64(body?.count ?? 0))
                tern_curl_set_bytes_callback(easy, CurlOption.readFunction, sendBody)
                tern_curl_set_pointer(easy, CurlOption.readData, context)
                tern_curl_set_seek_callback(easy, CurlOption.seekFunction, seekBody)
                tern_curl_set_pointer(easy, CurlOption.seekData, context)
            }
            if method != "GET" || body != nil, method != "HEAD" { set(CurlOption.customRequest, method) }
        }

        private func configureFields(_ urlRequest: URLRequest) {
            // Without this libcurl asks before it sends more than a megabyte, and waits a second for an answer.
            var lines = ["Expect:"]
            for (name, value) in urlRequest.allHTTPHeaderFields ?? [:] {
                // "Name;" is how libcurl is told of a field without a value; "Name:" would remove it.
                lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
            if urlRequest.value(forHTTPHeaderField: "User-Agent") == nil { lines.append("User-Agent: Tern") }
            for line in lines { fields = tern_curl_slist_append(fields, line) }
            tern_curl_set_pointer(easy, CurlOption.httpHeader, fields)
        }

        private func set(_ option: Int32, _ value: Int) {
            tern_curl_set_long(easy, option, value)
        }

        private func set(_ option: Int32, _ value: String) {
            tern_curl_set_string(easy, option, value)
        }

        // MARK: - Waiting

        /// When the transfer has been silent for too long, if nothing happens before.
        var idleDeadline: ContinuousClock.Instant { lastActivity + idleTimeout }

        var idleError: TernError {
            TernError(.timedOut, reason: "Nothing came from the server for \(idleTimeout).")
        }

        /// `URLRequest.timeoutInterval`, which counts silence; for ever if it is not a time.
        private static func idleTimeout(of request: URLRequest) -> Duration {
            let seconds = request.timeoutInterval
            return seconds > 0 && seconds < 1e9 ? .milliseconds(Int64((seconds * 1_000).rounded(.up))) : .seconds(1e9)
        }

        // MARK: - What libcurl calls

        /// - Returns: Whether to go on.
        fileprivate func receivedHeadLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = .now
            head.take(bytes)
            guard head.isComplete, failure == nil, let announcedBytes, announcedBytes > request.maximumBodyBytes,
                hasBody, !isRedirect, !isEncoded
            else { return true }
            failure = .bodyTooLarge(limit: request.maximumBodyBytes)
            return false
        }

        /// - Returns: Whether to go on.
        fileprivate func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = .now
            // The body of a redirect is nobody's.
            if isRedirect { return true }
            guard bytes.count <= request.maximumBodyBytes - body.count else {
                failure = .bodyTooLarge(limit: request.maximumBodyBytes)
                return false
            }
            if body.isEmpty { body.reserveCapacity(min(announcedBytes ?? 0, request.maximumBodyBytes)) }
            body.append(contentsOf: bytes)
            progress.receivedBytes = Int64(body.count)
            // What is encoded announces another size than it has.
            progress.expectedReceivedBytes =
                isEncoded ? nil : announcedBytes.map(Int64.init)
            relay.report(progress)
            return true
        }

        fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = .now
            guard let body = request.urlRequest.httpBody, sentOffset < body.count else { return 0 }
            let start = body.startIndex + sentOffset
            let count = body.copyBytes(to: buffer, from: start..<min(body.endIndex, start + buffer.count))
            sentOffset += count
            return count
        }

        fileprivate func seek(to offset: Int64) {
            sentOffset = Int(offset)
        }

        fileprivate func sent(_ bytes: Int64, of expected: Int64) {
            guard bytes > progress.sentBytes else { return }
            lastActivity = .now
            progress.sentBytes = bytes
            progress.expectedSentBytes = expected > 0 ? expected : nil
            relay.report(progress)
        }

        // MARK: - Ending

        func result(of code: Int32) -> Result<TransportResponse, any Error> {
            if let failure { return .failure(failure) }
            guard code == 0 else {
                var systemError = 0
                tern_curl_get_long(easy, 0x20_0019, &systemError)
                return .failure(
                    CurlError.error(code, details: String(cString: errorText), systemError: Int32(systemError))
                )
            }
            guard head.isComplete else { return .failure(TernError(.malformedResponse)) }
            return .success(
                TransportResponse(
                    statusCode: head.statusCode,
                    headers: head.headers,
                    body: body,
                    url: request.urlRequest.url
                )
            )
        }

        func end(with result: Result<TransportResponse, any Error>) {
            relay.afterAll { [continuation] in continuation.resume(with: result) }
        }

        // MARK: - Private

        private var isRedirect: Bool {
            Redirect.isRedirect(head.statusCode) && head.headers.contains("Location")
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

    // MARK: - Callbacks

    private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receiveHeadLine(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        // Another count than that of the bytes ends the transfer.
        return transfer(context)?.receivedHeadLine(line) == true ? line.count : -1
    }

    private func receiveBody(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context)?.received(buffer) == true ? buffer.count : -1
    }

    private func sendBody(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        transfer(context)?.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }

    private func seekBody(_ context: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32) -> Int32 {
        // SEEK_SET is the only one that libcurl uses. 2 is CURL_SEEKFUNC_CANTSEEK.
        guard origin == 0, let transfer = transfer(context) else { return 2 }
        transfer.seek(to: offset)
        return 0
    }

    private func reportProgress(
        _ context: UnsafeMutableRawPointer?,
        _ downloadTotal: Int64,
        _ downloaded: Int64,
        _ uploadTotal: Int64,
        _ uploaded: Int64
    ) -> Int32 {
        transfer(context)?.sent(uploaded, of: uploadTotal)
        return 0
    }
#endif
