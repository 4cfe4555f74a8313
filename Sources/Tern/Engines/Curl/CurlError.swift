#if os(Linux)
    import CTernCurl
    import Foundation

    /// The code for each of libcurl's errors. The reason keeps libcurl's own words.
    struct CurlError: Error, CustomStringConvertible {
        /// `CURLcode`.
        let number: Int32

        /// What libcurl says is the reason of the `TernError` around this.
        var description: String { "libcurl error \(number)" }

        /// - Parameters:
        ///   - details: What libcurl says of this transfer; may be empty.
        ///   - systemError: `errno` of the failed connection, 0 if there is none.
        ///   - origin: The URL of the request, if there is a proxy that it may go by.
        ///   - socketPath: That of the Unix domain socket to connect to.
        ///   - connectStatus: Of the proxy's response to CONNECT, 0 if there is none.
        ///   - tls: What is known if it is TLS that failed.
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
            // libcurl quotes the URL of a proxy that it can't use, credentials included.
            let message = (text ?? "unknown").replacing(#/'.*@/#, with: "'\(Redaction.mark)@")
            if systemError == EMFILE || systemError == ENFILE { return noDescriptor(number) }
            // Where the resolver, or a file with a certificate or key, has no descriptor, libcurl doesn't say why.
            if systemError == 0, [5, 6, 58, 77].contains(number), isOutOfDescriptors { return noDescriptor(number) }
            // The engine's own copies of them, which are there as long as the transport.
            if [58, 77].contains(number), message.contains("/proc/self/fd/") { return noDescriptor(number) }
            if number == 56, connectStatus == 407 {
                return TernError(
                    .proxyFailed,
                    reason: ProxyAuthenticationFailure.reason,
                    underlying: CurlError(number: number)
                )
            }
            if number == 7, let socketPath {
                let cause = systemError == 0 ? message : String(cString: strerror(systemError))
                let reason = "The Unix domain socket \(socketPath) can't be connected to: \(cause)."
                return TernError(.connectionRefused, reason: reason, underlying: CurlError(number: number))
            }
            let code = code(of: number, message: message, systemError: systemError, origin: origin)
            let reason =
                code == .tlsFailed ? tls.reason(of: number, message) : message.hasSuffix(".") ? message : message + "."
            return TernError(code, reason: reason, underlying: CurlError(number: number))
        }

        /// - Parameter number: What libcurl makes of it; `nil` where it wasn't asked.
        static func noDescriptor(_ number: Int32? = nil) -> TernError {
            let reason = """
                There is no file descriptor left to connect with. Close files or connections, or raise the limit \
                (`ulimit -n`).
                """
            return TernError(.transportFailed, reason: reason, underlying: number.map(CurlError.init))
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
            // An answer to CONNECT that is none, or no, is told by its words only.
            case 56 where message.contains("CONNECT"): .proxyFailed
            case 6: .hostNotFound
            case 7 where message.hasPrefix("Unsupported proxy"): .proxyFailed
            case 7 where isAboutProxy(message, of: origin): .proxyFailed
            case 7: [ENETUNREACH, ENETDOWN].contains(systemError) ? .notConnected : .connectionRefused
            case 28: .timedOut
            // An answer that breaks its own framing is told from a lost connection by its words only.
            case 56 where message.contains("chunk") || message.contains("headers"): .malformedResponse
            // What nghttp2 refuses breaks HTTP/2, or is longer than it or libcurl takes.
            case 56 where message.contains("nghttp2_session_mem_recv"): .malformedResponse
            // In TLS 1.3 a server refuses a client's certificate after the handshake, in which it was asked for.
            case 55 where message.contains(" alert "), 56 where message.contains(" alert "): .tlsFailed
            case 18, 52, 55, 56, 92: .connectionLost
            case 1 where message.hasPrefix("Send failure"): .connectionLost
            // 1 is what a status line that is none becomes.
            case 1, 8, 16, 61, 100: .malformedResponse
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

        /// libcurl tells what it could not connect to: if that is not the request's origin, it is the proxy.
        private static func isAboutProxy(_ message: String, of origin: URL?) -> Bool {
            guard let origin, let host = origin.host,
                let match = message.firstMatch(of: #/Failed to connect to (\S+) port (\d+)/#)
            else { return false }
            let port = origin.port ?? (origin.scheme?.lowercased() == "https" ? 443 : 80)
            return match.1.lowercased() != host.lowercased().trimmingCharacters(in: ["[", "]"]) || match.2 != "\(port)"
        }
    }
#endif
