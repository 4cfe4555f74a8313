#if os(Linux)
    import TernHTTP
    import CTern

    // MARK: - Values

    /// What libcurl and its TLS library report about the transfer of a handle.
    extension CurlSlot {
        /// The size of the largest TLS record (RFC 8446, section 5.1).
        private static let tlsRecordBytes = 16 * 1024

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
                systemError: transfer.flatMap(\.socketError) ?? Int32(number(CurlInfo.systemError)),
                origin: context.settings.hasProxy ? transfer?.request.url : nil,
                socketPath: context.settings.configuration.unixSocketPath,
                connectStatus: number(CurlInfo.connectStatus),
                tls: tls
            )
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
            Self.speaksHTTP2(
                tern_curl_easy_header(easy, ":status", CurlHeaderOrigin.pseudo),
                mayUseHTTP2: transfer?.prepared.mayUseHTTP2 == true
            )
        }

        /// - Parameter result: `CURLHcode` of the pseudo-header field `:status`.
        static func speaksHTTP2(_ result: Int32, mayUseHTTP2: Bool) -> Bool {
            switch result {
            case CurlHeaderResult.ok: true
            // libcurl before 7.83 doesn't report fields, and before 7.85 no pseudo-header fields.
            case CurlHeaderResult.notBuiltIn, CurlHeaderResult.badArgument: mayUseHTTP2
            default: false
            }
        }

        /// Whether libcurl has the status of a response with HTTP/2. libcurl before 7.85 doesn't tell.
        var hasStatus: Bool {
            tern_curl_easy_header(easy, ":status", CurlHeaderOrigin.pseudo) == CurlHeaderResult.ok
        }
    }

    // MARK: - TLS

    extension CurlSlot {
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
    }
#endif
