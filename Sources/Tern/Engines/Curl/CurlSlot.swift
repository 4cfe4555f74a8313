#if os(Linux)
    import CTernCurl
    import Foundation

    /// A handle of libcurl's, set up once for its transport, and used for one transfer after another: libcurl keeps its
    /// buffers, and most requests differ in little but their URL.
    final class CurlSlot {
        let easy: tern_curl_easy
        /// The one under way.
        private(set) var transfer: CurlTransfer?

        private let settings: CurlSettings
        private let connections: CurlConnections
        private let share: tern_curl_share?
        /// Whether the handle knows what all requests have in common, and nothing else.
        private var isSetUp = false
        /// What the handle is told of, and as what.
        private var fields: [String] = []
        private var fieldList: UnsafeMutablePointer<tern_curl_slist>?
        private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CurlSlot.errorTextSize)

        /// `CURL_ERROR_SIZE`.
        private static let errorTextSize = 256
        /// libcurl's own buffers of 16 KiB down and 64 KiB up cost long bodies a fifth of their speed. What comes is copied
        /// from there, so more than fits the processor's cache is slower again.
        private static let downloadBufferBytes = 64 * 1024
        private static let uploadBufferBytes = 256 * 1024

        /// `nil` when there is no memory.
        init?(_ settings: CurlSettings, _ connections: CurlConnections, share: tern_curl_share?) {
            guard let easy = tern_curl_easy_init() else { return nil }
            self.easy = easy
            self.settings = settings
            self.connections = connections
            self.share = share
        }

        deinit {
            tern_curl_easy_cleanup(easy)
            tern_curl_slist_free_all(fieldList)
            errorText.deallocate()
        }

        /// Tells the handle all about a request.
        ///
        /// - Returns: The first error, 0 if all went well.
        func begin(_ transfer: CurlTransfer) -> Int32 {
            self.transfer = transfer
            errorText.pointee = 0
            if !isSetUp {
                let error = setUp()
                guard error == 0 else { return error }
                isSetUp = true
            }
            var handle = CurlHandle(easy)
            let (prepared, request) = (transfer.prepared, transfer.request)
            handle.set(CurlOption.url, prepared.url)
            let mayUseHTTP2 = prepared.mayUseHTTP2 && transfer.origin?.isUntrusted != true
            handle.set(CurlOption.httpVersion, settings.httpVersion(mayUseHTTP2: mayUseHTTP2))
            // Whether a connection under way can be shared is worth waiting for.
            handle.set(CurlOption.pipeWait, mayUseHTTP2 ? 1 : 0)
            if prepared.isSecure || prepared.mayUseHTTP2 { readLog(into: &handle) }
            if mustConnectAnew(for: prepared) {
                isSetUp = false
                handle.set(CurlOption.freshConnect, 1)
            }
            if settings.configuration.cookies == .inMemory {
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

        /// Forgets the transfer, and what its request alone needed.
        func end() {
            transfer = nil
            guard !isSetUp else { return }
            tern_curl_easy_reset(easy)
            fields = []
        }

        /// One of libcurl's numbers about the transfer.
        func number(_ info: Int32) -> Int {
            var value = 0
            tern_curl_get_long(easy, info, &value)
            return value
        }

        /// What one of libcurl's errors says about the transfer.
        func error(_ code: Int32) -> TernError {
            let tls = TLSFailure(
                serverResult: number(CurlInfo.serverVerifyResult),
                proxyResult: number(CurlInfo.proxyVerifyResult),
                hasIdentity: settings.configuration.tls.identity != nil
            )
            return CurlError.error(
                code,
                details: String(cString: errorText),
                systemError: transfer.flatMap { $0.socketError == 0 ? nil : $0.socketError }
                    ?? Int32(number(CurlInfo.systemError)),
                origin: settings.hasProxy ? transfer?.request.url : nil,
                socketPath: settings.configuration.unixSocketPath,
                connectStatus: number(CurlInfo.connectStatus),
                tls: tls
            )
        }

        /// Closes the connection after the transfer, whatever it ends with.
        func forbidReuse() {
            isSetUp = false
            _ = tern_curl_set_long(easy, CurlOption.forbidReuse, 1)
        }

        /// Whether a part of the request has been sent.
        var hasSentRequest: Bool { number(CurlInfo.sentRequestBytes) > 0 }

        /// Whether the response comes over HTTP/2, and its status line was written by libcurl.
        var speaksHTTP2: Bool {
            switch tern_curl_easy_header(easy, ":status", CurlHeaderOrigin.pseudo) {
            case CurlHeaderResult.ok: true
            // Before 7.83 libcurl doesn't tell.
            case CurlHeaderResult.notBuiltIn: transfer?.prepared.mayUseHTTP2 == true
            default: false
            }
        }

        /// The slot that a handle belongs to.
        static func of(_ easy: tern_curl_easy) -> CurlSlot? {
            var slot: UnsafePointer<CChar>?
            tern_curl_get_string(easy, CurlInfo.privatePointer, &slot)
            return slot.map { Unmanaged<CurlSlot>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
        }

        // MARK: - Private

        /// What all requests of the transport have in common.
        private func setUp() -> Int32 {
            let context = Unmanaged.passUnretained(self).toOpaque()
            tern_curl_set_pointer(easy, CurlOption.privatePointer, context)
            if let share { tern_curl_set_pointer(easy, CurlOption.share, share) }
            tern_curl_set_pointer(easy, CurlOption.errorBuffer, errorText)
            tern_curl_set_bytes_callback(easy, CurlOption.headerFunction, CurlCallback.headLine)
            tern_curl_set_pointer(easy, CurlOption.headerData, context)
            tern_curl_set_bytes_callback(easy, CurlOption.writeFunction, CurlCallback.body)
            tern_curl_set_pointer(easy, CurlOption.writeData, context)
            // The body's callback gets each line of a head then, too, before libcurl reads it.
            if CurlLibrary.trustsFieldLines { tern_curl_set_long(easy, CurlOption.includesHead, 1) }
            tern_curl_set_bytes_callback(easy, CurlOption.readFunction, CurlCallback.fill)
            tern_curl_set_pointer(easy, CurlOption.readData, context)
            tern_curl_set_seek_callback(easy, CurlOption.seekFunction, CurlCallback.seek)
            tern_curl_set_pointer(easy, CurlOption.seekData, context)
            // The body with its chunks, which are checked here.
            tern_curl_set_long(easy, CurlOption.decodesTransferCodings, 0)
            tern_curl_set_open_callback(easy, CurlOption.openSocketFunction, CurlCallback.openSocket)
            tern_curl_set_pointer(easy, CurlOption.openSocketData, context)
            connections.manageClosing(by: easy)
            if CurlLibrary.asksBeforeSending {
                tern_curl_set_prerequest_callback(easy, CurlOption.prerequestFunction, CurlCallback.willSend)
                tern_curl_set_pointer(easy, CurlOption.prerequestData, context)
            }
            tern_curl_set_string(easy, CurlOption.userAgent, "Tern")
            return settings.apply(to: easy)
        }

        /// The log tells what nothing else does: the number of an HTTP/2 stream, which streams the server refuses, and bytes
        /// behind a response without content.
        private func readLog(into handle: inout CurlHandle) {
            isSetUp = false
            tern_curl_set_debug_callback(easy, CurlOption.debugFunction, CurlCallback.log)
            tern_curl_set_pointer(easy, CurlOption.debugData, Unmanaged.passUnretained(self).toOpaque())
            handle.set(CurlOption.verbose, 1)
        }

        /// A libcurl that doesn't ask before it sends would send a request again by itself where a kept connection ends.
        private func mustConnectAnew(for prepared: CurlPreparedRequest) -> Bool {
            prepared.request.needsNewConnection
                || !CurlLibrary.asksBeforeSending && !prepared.request.isIdempotent
        }

        /// Most requests have the fields of the one before.
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
            if method == "HEAD" { handle.set(CurlOption.noBody, 1) }
            // Methods that enclose content say so even when it is empty (RFC 9110, section 8.6).
            if request.body != nil || ["POST", "PUT", "PATCH"].contains(method) {
                handle.set(CurlOption.upload, 1)
                // -1 is a length that isn't known.
                tern_curl_set_offset(easy, CurlOption.bodySize, request.body.map { $0.length ?? -1 } ?? 0)
                if let body = request.body, body.data == nil {
                    tune(CurlOption.uploadBufferSize, Self.uploadBufferBytes)
                }
            }
            if method != "HEAD" { handle.set(CurlOption.customRequest, method) }
        }

        /// Sets what only makes it faster. A handle whose last transfer got no connection still has its buffers, and takes
        /// no other size.
        private func tune(_ option: Int32, _ bytes: Int) {
            _ = tern_curl_set_long(easy, option, bytes)
        }

        private func setDelivery(of request: Request, in handle: inout CurlHandle) {
            if !request.delivery.isCollected {
                isSetUp = false
                tune(CurlOption.bufferSize, Self.downloadBufferBytes)
            }
            // Received bytes are counted where they arrive; this reports sent ones.
            if request.progress != nil, request.body != nil {
                isSetUp = false
                tern_curl_set_progress_callback(easy, CurlOption.progressFunction, CurlCallback.progress)
                tern_curl_set_pointer(easy, CurlOption.progressData, Unmanaged.passUnretained(self).toOpaque())
                handle.set(CurlOption.noProgress, 0)
            }
        }
    }
#endif
