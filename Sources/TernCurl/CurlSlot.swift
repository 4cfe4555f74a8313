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

        private let context: CurlContext
        /// Whether the handle has exactly the options that all requests share.
        private var isSetUp = false
        /// The field lines that are set on the handle, and libcurl's list of them.
        private var fields: [String] = []
        private var fieldList: UnsafeMutablePointer<tern_curl_slist>?
        private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CurlSlot.errorTextSize)

        /// `CURL_ERROR_SIZE`.
        private static let errorTextSize = 256
        /// The size of the receive buffer. libcurl's default buffers, 16 KiB for downloads and 64 KiB for uploads, make
        /// long bodies slower by a fifth. Received bytes are copied from the buffer, so a buffer that exceeds the
        /// processor's cache is slower, too.
        private static let downloadBufferBytes = 64 * 1024
        private static let uploadBufferBytes = 256 * 1024
        /// The size of the largest TLS record (RFC 8446, section 5.1).
        private static let tlsRecordBytes = 16 * 1024

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

        /// A numeric value that libcurl reports about the transfer.
        func number(_ info: Int32) -> Int {
            var value = 0
            tern_curl_get_long(easy, info, &value)
            return value
        }

        /// Whether libcurl has given a reason for the end of the transfer.
        var hasErrorText: Bool { errorText.pointee != 0 }

        /// The error for a `CURLcode` of the transfer.
        func error(_ code: Int32) -> TernError {
            let tls = TLSFailure(
                serverResult: number(CurlInfo.serverVerifyResult),
                proxyResult: number(CurlInfo.proxyVerifyResult),
                hasIdentity: context.settings.configuration.tls.identity != nil,
                isTunneled: number(CurlInfo.connectStatus) == 200
            )
            return CurlError.error(
                code,
                details: String(cString: errorText),
                systemError: transfer.flatMap { $0.socketError == 0 ? nil : $0.socketError }
                    ?? Int32(number(CurlInfo.systemError)),
                origin: context.settings.hasProxy ? transfer?.request.url : nil,
                socketPath: context.settings.configuration.unixSocketPath,
                connectStatus: number(CurlInfo.connectStatus),
                tls: tls
            )
        }

        /// Makes libcurl close the connection after the transfer, regardless of the outcome.
        func forbidReuse() {
            isSetUp = false
            forbidsReuse = true
            transfer?.attempt?.connection?.isLeft = true
            _ = tern_curl_set_long(easy, CurlOption.forbidReuse, 1)
        }

        /// Whether the TLS library may hold decrypted bytes of the transfer's connection, which recv(2) doesn't show.
        ///
        /// Only OpenSSL tells. With another library, each connection is assumed to have such bytes.
        var mayHaveDecryptedBytes: Bool {
            guard let openSSL else { return transfer?.prepared.isSecure == true }
            return tern_openssl_has_pending(openSSL) != 0
        }

        /// Makes the end of the connection an error if TLS hasn't announced it (RFC 9112, section 9.8). libcurl takes it
        /// for the end of a body without a length.
        ///
        /// Only with OpenSSL. Other libraries decide by themselves.
        func rejectTruncation() {
            if let openSSL { tern_openssl_reject_truncation(openSSL) }
        }

        /// Whether the connection ends without an announcement of TLS. Valid until libcurl closes the connection.
        var isCutOff: Bool { openSSL.map { !tern_openssl_has_close_notify($0) } ?? false }

        /// OpenSSL's object for the connection of the transfer. `nil` without TLS, or with another library.
        private var openSSL: UnsafeMutableRawPointer? {
            var session: UnsafePointer<tern_curl_tls_session>?
            // 1 is CURLSSLBACKEND_OPENSSL, also of its forks.
            guard tern_curl_get_tls_session(easy, CurlInfo.tlsSession, &session) == 0, let session,
                session.pointee.backend == 1
            else { return nil }
            return session.pointee.internals
        }

        /// Whether a part of the request may have been sent.
        var hasSentRequest: Bool {
            guard CurlLibrary.countsSentBytes else { return transfer?.attempt != nil }
            if number(CurlInfo.sentRequestBytes) > 0 { return true }
            // TLS sends the first records of a longer body while it waits to send the last ones.
            guard CurlLibrary.sendsBodyWithHead, let transfer, transfer.prepared.isSecure else { return false }
            return transfer.upload.takenBytes > Self.tlsRecordBytes
        }

        /// Whether the response uses HTTP/2, so that libcurl wrote the status line.
        var speaksHTTP2: Bool {
            switch tern_curl_easy_header(easy, ":status", CurlHeaderOrigin.pseudo) {
            case CurlHeaderResult.ok: true
            // libcurl before 7.83 doesn't report pseudo-header fields.
            case CurlHeaderResult.notBuiltIn: transfer?.prepared.mayUseHTTP2 == true
            default: false
            }
        }

        /// Whether libcurl has the status of a response with HTTP/2. libcurl before 7.83 doesn't tell.
        var hasStatus: Bool {
            tern_curl_easy_header(easy, ":status", CurlHeaderOrigin.pseudo) == CurlHeaderResult.ok
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
