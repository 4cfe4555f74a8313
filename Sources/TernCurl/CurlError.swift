#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Maps libcurl's errors to `TernError`, whose reason contains libcurl's message.
    struct CurlError: Error, CustomStringConvertible {
        /// `CURLcode`.
        let number: Int32

        /// The reason of the `TernError` that wraps this error contains libcurl's message.
        var description: String { "libcurl error \(number)" }

        /// - Parameters:
        ///   - details: libcurl's message for this transfer. May be empty.
        ///   - systemError: `errno` of the failed connection, or 0.
        ///   - origin: The URL of the request if a proxy may be used, or else `nil`.
        ///   - socketPath: The path of the Unix domain socket to connect to.
        ///   - connectStatus: The status code of the proxy's response to CONNECT, or 0.
        ///   - tls: The details of a TLS failure.
        static func error(
            _ number: Int32,
            details: String,
            systemError: Int32 = 0,
            origin: URL? = nil,
            socketPath: String? = nil,
            connectStatus: Int = 0,
            tls: TLSFailure = TLSFailure()
        ) -> TernError {
            let text = details.isEmpty ? tern_curl_easy_strerror(number).map { String(cString: $0) } : details
            // libcurl quotes the URL of an invalid proxy, including its credentials.
            var message = text ?? "unknown"
            if let start = message.firstIndex(of: "'"), let end = message[start...].lastIndex(of: "@") {
                message.replaceSubrange(start...end, with: "'\(Redaction.mark)@")
            }
            if systemError == EMFILE || systemError == ENFILE { return noDescriptor(number) }
            // libcurl doesn't give a reason if the resolver, or opening a certificate or key file, gets no descriptor.
            if systemError == 0, [5, 6, 58, 77].contains(number), isOutOfDescriptors { return noDescriptor(number) }
            if [7, 56].contains(number), connectStatus == 407 {
                return TernError(
                    .proxyFailed,
                    reason: ProxyAuthenticationFailure.reason,
                    underlying: CurlError(number: number)
                )
            }
            // CURLE_UNSUPPORTED_PROTOCOL, which is also the error of an invalid status line.
            if number == 1, message.hasPrefix("Protocol \"https\"") { return noTLS(number) }
            // CURLE_TOO_LARGE, whose message names neither the head nor a limit.
            if number == 100 { return lineTooLong(number) }
            if number == 7, let socketPath {
                let cause = systemError == 0 ? message : String(cString: strerror(systemError))
                let path = Redaction.printable(socketPath)
                let reason = "Connecting to the Unix domain socket \"\(path)\" failed: \(cause)."
                return TernError(.connectionRefused, reason: reason, underlying: CurlError(number: number))
            }
            let code = code(of: number, message: message, systemError: systemError, origin: origin)
            if code == .tlsFailed { return tls.error(number, message) }
            let reason = message.hasSuffix(".") ? message : message + "."
            return TernError(code, reason: reason, underlying: CurlError(number: number))
        }

        /// The error of a line of a head that exceeds libcurl's limit, `CURL_MAX_HTTP_HEADER`.
        static func lineTooLong(_ number: Int32) -> TernError {
            let reason = "A line of the response's head exceeds libcurl's limit of 102400 bytes."
            return TernError(.malformedResponse, reason: reason, underlying: CurlError(number: number))
        }

        private static func noTLS(_ number: Int32) -> TernError {
            TernError(
                .transportFailed,
                reason: "\(CurlLibrary.name) has no TLS, which an https URL needs.",
                advice: "Use a libcurl that is built with a TLS library.",
                underlying: CurlError(number: number)
            )
        }

        /// - Parameter number: libcurl's error number. `nil` if libcurl wasn't involved.
        static func noDescriptor(_ number: Int32? = nil) -> TernError {
            TernError(
                .transportFailed,
                reason: "The process has no free file descriptor for a connection.",
                advice: "Close files or connections, or raise the limit (`ulimit -n`).",
                underlying: number.map(CurlError.init)
            )
        }

        private static func code(
            of number: Int32,
            message: String,
            systemError: Int32,
            origin: URL?
        ) -> TernError.Code {
            switch number {
            case 3: .invalidURL
            case 5, 97: .proxyFailed
            // An invalid or missing response to CONNECT is recognized by the message only.
            case 56 where message.contains("CONNECT"): .proxyFailed
            case 6: .hostNotFound
            case 7 where message.hasPrefix("Unsupported proxy"): .proxyFailed
            // In newer versions (8.23), an error of CONNECT isn't one of receiving (56) any more.
            case 7 where message.hasPrefix("CONNECT tunnel failed"): .proxyFailed
            case 7 where isAboutProxy(message, of: origin): .proxyFailed
            case 7: [ENETUNREACH, ENETDOWN].contains(systemError) ? .notConnected : .connectionRefused
            case 28: .timedOut
            // A response with invalid framing is distinguished from a lost connection by the message only.
            case 56 where message.contains("chunk") || message.contains("headers"): .malformedResponse
            // nghttp2 rejects input that violates HTTP/2, or that exceeds its or libcurl's limits.
            case 56 where message.contains("nghttp2_session_mem_recv"): .malformedResponse
            case 56 where message.hasPrefix("nghttp2 recv error"): .malformedResponse
            // In TLS 1.3 a server rejects a client certificate after the handshake.
            case 55 where message.contains(" alert "), 56 where message.contains(" alert "): .tlsFailed
            case 18, 52, 55, 56, 92: .connectionLost
            case 1 where message.hasPrefix("Send failure"): .connectionLost
            // 1 is also libcurl's error for an invalid status line.
            case 1, 8, 16, 61: .malformedResponse
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tlsFailed
            case 47: .tooManyRedirects
            case 65: .bodyNotReplayable
            default: .transportFailed
            }
        }

        private static var isOutOfDescriptors: Bool {
            let descriptor = tern_eventfd_create()
            guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
            close(descriptor)
            return false
        }

        /// Whether libcurl's message is about the proxy: newer versions (8.16) say so, and others name a host and port
        /// other than the request's origin.
        private static func isAboutProxy(_ message: String, of origin: URL?) -> Bool {
            if message.contains(" over proxy ") { return true }
            // "Failed to connect to a.example port 80: …", in newer versions "… port 80 via …".
            let words = message.parts(at: " ")
            guard let index = words.firstIndex(of: "port"), index > 0, index + 1 < words.count else { return false }
            if words.dropFirst(index + 2).first == "via" { return true }
            guard message.contains("Failed to connect to "), let origin, let host = origin.host else { return false }
            let port = origin.port ?? (origin.scheme?.lowercased() == "https" ? 443 : 80)
            return words[index - 1].lowercased() != host.lowercased().trimmingCharacters(in: ["[", "]"])
                || words[index + 1].prefix(while: \.isNumber) != "\(port)"
        }
    }
#endif
