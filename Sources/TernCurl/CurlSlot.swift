#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// A libcurl easy handle that is set up once, and reused for one transfer after another.
    final class CurlSlot {
        let easy: tern_curl_easy
        /// The current transfer.
        private(set) var transfer: CurlTransfer?

        /// Whether libcurl closes the connection after the transfer.
        private(set) var forbidsReuse = false
        /// Whether the engine shuts the connection down after the transfer.
        private(set) var leavesConnection = false

        let context: CurlContext
        /// Whether the handle has exactly the options that all requests share.
        private var isSetUp = false
        /// The field lines that are set on the handle, and libcurl's list of them.
        private var fields: [String] = []
        private var fieldList: UnsafeMutablePointer<tern_curl_slist>?
        let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CurlSlot.errorTextSize)

        /// `CURL_ERROR_SIZE`.
        private static let errorTextSize = 256
        /// The size of the receive buffer. libcurl's default buffers, 16 KiB for downloads and 64 KiB for uploads, make
        /// long bodies slower by a fifth. Received bytes are copied from the buffer, so a buffer that exceeds the
        /// processor's cache is slower, too.
        private static let downloadBufferBytes = 64 * 1024
        private static let uploadBufferBytes = 256 * 1024

        /// Returns `nil` if libcurl can't allocate memory.
        init?(_ context: CurlContext) {
            guard let easy = tern_curl_easy_init() else { return nil }
            self.easy = easy
            self.context = context
        }

        deinit {
            tern_curl_easy_cleanup(easy)
            tern_curl_slist_free_all(fieldList)
            errorText.deallocate()
        }

        /// Sets all options for a transfer.
        ///
        /// - Returns: The first `CURLcode` that isn't 0, or 0.
        func begin(_ transfer: CurlTransfer) -> Int32 {
            self.transfer = transfer
            forbidsReuse = false
            errorText.pointee = 0
            if !isSetUp {
                let error = setUp()
                guard error == 0 else { return error }
                isSetUp = true
            }
            var handle = CurlHandle(easy)
            let (prepared, request) = (transfer.prepared, transfer.request)
            handle.set(CurlOption.url, prepared.url)
            // A request without TLS to a proxy has the whole URL as its target.
            if CurlLibrary.normalizesTargets, prepared.isSecure || !context.settings.hasProxy,
                let target = prepared.targetWithSmallEncoding
            {
                isSetUp = false
                handle.set(CurlOption.requestTarget, target)
            }
            let mayUseHTTP2 =
                prepared.mayUseHTTP2 && transfer.origin?.isUntrusted != true
                && !transfer.multi.requiresHTTP1(for: prepared)
            handle.set(CurlOption.httpVersion, context.settings.httpVersion(mayUseHTTP2: mayUseHTTP2))
            // Instead of forbidding the reuse, the engine shuts such a connection down: so it notices if libcurl closes it.
            leavesConnection = mayUseHTTP2 && !prepared.isSecure && !CurlLibrary.reusesCleartextHTTP2
            let mayShare = !leavesConnection && !needsKnownUnixSocket(for: request)
            // With HTTP/2, libcurl waits for a connection that is being established, since the request may share it.
            handle.set(CurlOption.pipeWait, mayUseHTTP2 && mayShare ? 1 : 0)
            let usesUnixSocket = context.settings.configuration.unixSocketPath != nil
            if prepared.isSecure || prepared.mayUseHTTP2 || usesUnixSocket { readLog(into: &handle) }
            if Self.mustConnectAnew(for: prepared.hop) || !mayShare {
                isSetUp = false
                handle.set(CurlOption.freshConnect, 1)
            }
            if !CurlLibrary.asksBeforeSending || needsKnownUnixSocket(for: request) { forbidReuse() }
            if context.settings.configuration.cookies == .inMemory {
                if let cookies = prepared.cookies {
                    handle.set(CurlOption.cookies, cookies)
                } else {
                    handle.unset(CurlOption.cookies)
                }
            }
            setFields(of: prepared)
            setBody(of: request, method: prepared.method, in: &handle)
            setDelivery(of: request, in: &handle)
            return handle.firstError
        }

        /// Removes the transfer, and the options that only its request needs.
        func end() {
            transfer = nil
            guard !isSetUp else { return }
            tern_curl_easy_reset(easy)
            fields = []
        }

        /// Makes libcurl close the connection after the transfer, regardless of the outcome.
        func forbidReuse() {
            isSetUp = false
            forbidsReuse = true
            transfer?.attempt?.connection?.leave()
            _ = tern_curl_set_long(easy, CurlOption.forbidReuse, 1)
        }

        /// The slot that a handle belongs to.
        static func of(_ easy: tern_curl_easy) -> CurlSlot? {
            var slot: UnsafePointer<CChar>?
            tern_curl_get_string(easy, CurlInfo.privatePointer, &slot)
            return slot.map { Unmanaged<CurlSlot>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
        }

        /// Whether the request needs a new connection.
        ///
        /// A libcurl without the callback before sending would silently send any request again if a reused connection
        /// ends. It also doesn't let the engine check whether unread bytes of another response wait there.
        static func mustConnectAnew(
            for hop: Hop,
            asksBeforeSending: Bool = CurlLibrary.asksBeforeSending
        ) -> Bool {
            hop.needsNewConnection || !asksBeforeSending
        }

        // MARK: - Private

        /// Whether the request needs a new connection to a Unix domain socket, since libcurl doesn't reveal which one it
        /// reuses. The engine must know the connection of a transfer that can pause, or that libcurl starts when
        /// another transfer has ended: otherwise the connection looks idle, and its bytes like those of a late response.
        private func needsKnownUnixSocket(for request: Request) -> Bool {
            let configuration = context.settings.configuration
            guard configuration.unixSocketPath != nil else { return false }
            let canPause = !request.delivery.isCollected || request.body.map { $0.data == nil } ?? false
            return canPause || configuration.connectionsPerHost != nil
        }

        /// Sets the options that all requests of the transport share.
        private func setUp() -> Int32 {
            let pointer = Unmanaged.passUnretained(self).toOpaque()
            tern_curl_set_pointer(easy, CurlOption.privatePointer, pointer)
            if let share = context.share { tern_curl_set_pointer(easy, CurlOption.share, share) }
            tern_curl_set_pointer(easy, CurlOption.errorBuffer, errorText)
            tern_curl_set_bytes_callback(easy, CurlOption.headerFunction, CurlCallback.headLine)
            tern_curl_set_pointer(easy, CurlOption.headerData, pointer)
            tern_curl_set_bytes_callback(easy, CurlOption.writeFunction, CurlCallback.body)
            tern_curl_set_pointer(easy, CurlOption.writeData, pointer)
            // With this option, the body's callback receives each line of a head, too, before libcurl reads it.
            if CurlLibrary.trustsFieldLines { tern_curl_set_long(easy, CurlOption.includesHead, 1) }
            tern_curl_set_bytes_callback(easy, CurlOption.readFunction, CurlCallback.fill)
            tern_curl_set_pointer(easy, CurlOption.readData, pointer)
            tern_curl_set_seek_callback(easy, CurlOption.seekFunction, CurlCallback.seek)
            tern_curl_set_pointer(easy, CurlOption.seekData, pointer)
            // libcurl delivers the body with its chunk framing, which `ChunkedDecoder` checks.
            tern_curl_set_long(easy, CurlOption.decodesTransferCodings, 0)
            tern_curl_set_open_callback(easy, CurlOption.openSocketFunction, CurlCallback.openSocket)
            tern_curl_set_pointer(easy, CurlOption.openSocketData, pointer)
            context.connections.manageClosing(by: easy)
            if CurlLibrary.asksBeforeSending {
                tern_curl_set_prerequest_callback(easy, CurlOption.prerequestFunction, CurlCallback.willSend)
                tern_curl_set_pointer(easy, CurlOption.prerequestData, pointer)
            }
            tern_curl_set_string(easy, CurlOption.userAgent, "Tern")
            return context.settings.apply(to: easy)
        }

        /// Enables libcurl's log, the only source for HTTP/2 stream ids, refused streams, and bytes after a response
        /// without content.
        private func readLog(into handle: inout CurlHandle) {
            isSetUp = false
            tern_curl_set_debug_callback(easy, CurlOption.debugFunction, CurlCallback.log)
            tern_curl_set_pointer(easy, CurlOption.debugData, Unmanaged.passUnretained(self).toOpaque())
            handle.set(CurlOption.verbose, 1)
        }

        /// Sets the field lines, if they differ from those of the previous request.
        private func setFields(of prepared: CurlPreparedRequest) {
            guard prepared.fields != fields else { return }
            let former = fieldList
            fieldList = nil
            for field in prepared.fields { fieldList = tern_curl_slist_append(fieldList, field) }
            tern_curl_set_pointer(easy, CurlOption.httpHeader, fieldList)
            tern_curl_slist_free_all(former)
            fields = prepared.fields
        }

        private func setBody(of request: Request, method: String, in handle: inout CurlHandle) {
            if method == "GET", request.body == nil { return }
            isSetUp = false
            // An empty body is none. The option for uploads would make this a PUT.
            if method == "HEAD" { return handle.set(CurlOption.noBody, 1) }
            // A request whose method defines content announces an empty body, too (RFC 9110, section 8.6).
            if request.body != nil || ["POST", "PUT", "PATCH", "QUERY"].contains(method) {
                handle.set(CurlOption.upload, 1)
                // -1 means an unknown length.
                tern_curl_set_offset(easy, CurlOption.bodySize, request.body.map { $0.length ?? -1 } ?? 0)
                if let body = request.body, body.data == nil {
                    tune(CurlOption.uploadBufferSize, Self.uploadBufferBytes)
                }
            }
            handle.set(CurlOption.customRequest, method)
        }

        /// Sets a buffer size, ignoring errors, since it affects only speed. A handle whose last transfer got no
        /// connection still has its buffers, and rejects another size.
        private func tune(_ option: Int32, _ bytes: Int) {
            _ = tern_curl_set_long(easy, option, bytes)
        }

        private func setDelivery(of request: Request, in handle: inout CurlHandle) {
            if !request.delivery.isCollected {
                isSetUp = false
                tune(CurlOption.bufferSize, Self.downloadBufferBytes)
            }
            // Reports sent bytes only, also for the idle timeout, since libcurl reads up to 256 KiB of a body at once.
            // Received bytes are counted in the body's callback.
            if request.body != nil {
                isSetUp = false
                tern_curl_set_progress_callback(easy, CurlOption.progressFunction, CurlCallback.progress)
                tern_curl_set_pointer(easy, CurlOption.progressData, Unmanaged.passUnretained(self).toOpaque())
                handle.set(CurlOption.noProgress, 0)
            }
        }
    }
#endif
