#if os(Linux)
    import Foundation

    /// The cause of a failed TLS connection, found by the error numbers of libcurl and OpenSSL, since messages change.
    struct TLSFailure {
        /// The verification result of the server's certificate, `X509_V_…`. 1 before the verification, 0 for a valid
        /// certificate.
        var serverResult = 0
        /// The verification result of an https proxy's certificate.
        var proxyResult = 0
        /// Whether a client certificate is configured.
        var hasIdentity = false

        /// - Parameters:
        ///   - number: libcurl's error number.
        ///   - message: libcurl's message, which is appended to the reason.
        /// - Returns: The cause, and the next step.
        func reason(of number: Int32, _ message: String) -> String {
            "\(cause(of: number, message)) (\(message.trimmingCharacters(in: .whitespaces)))"
        }

        // MARK: - Private

        private func cause(of number: Int32, _ message: String) -> String {
            switch number {
            case 51, 60: certificateCause
            case 77:
                "The certificate authorities can't be loaded. Install the system's (package ca-certificates), or set "
                    + "tls.trust."
            case 90:
                "The server's public key isn't in tls.pinnedPublicKeys. Add its digest if the server has a new key; "
                    + "otherwise the connection may be intercepted."
            default: Self.sslReason(in: message).map(cause(ofReason:)) ?? Self.cause(ofMessage: message)
            }
        }

        private var certificateCause: String {
            let isProxy = proxyResult > 0
            let owner = isProxy ? "The proxy's certificate" : "The server's certificate"
            return switch isProxy ? proxyResult : serverResult {
            // The name is checked first.
            case 0, 1: "\(owner) is for another host. Use a host that it names, or a certificate for this host."
            case 9: "\(owner) isn't valid yet. Check this machine's clock."
            case 10: "\(owner) has expired. Renew it, or check this machine's clock."
            default: "\(owner) isn't trusted. If a private authority issued it, set that authority's in tls.trust."
            }
        }

        /// - Parameter reason: `SSL_R_…`. For an alert from the server, 1000 plus the alert's number (RFC 8446, section
        ///   6).
        private func cause(ofReason reason: UInt32) -> String {
            switch reason {
            // WRONG_VERSION_NUMBER, HTTP_REQUEST, HTTPS_PROXY_REQUEST, PACKET_LENGTH_TOO_LONG
            case 267, 156, 155, 198:
                "The server doesn't speak TLS on this port. Check the port, and whether the scheme must be http."
            // UNSUPPORTED_PROTOCOL, UNSUPPORTED_SSL_VERSION, NO_PROTOCOLS_AVAILABLE, VERSION_TOO_HIGH, VERSION_TOO_LOW
            case 1070, 258, 259, 191, 166, 396:
                "Client and server have no TLS version in common. The server must support tls.minimumVersion or later."
            case 1042...1046, 1048, 1049, 1116:
                hasIdentity
                    ? "The server refused the client certificate. Check that this server accepts tls.identity."
                    : "The server requires a client certificate. Set one in tls.identity."
            case 1040:
                "The server refused the handshake. It shares no cipher with the client, or requires a client certificate "
                    + "(tls.identity)."
            case 1112: "The server has no certificate for this host. Check the host in the URL."
            // UNEXPECTED_EOF_WHILE_READING
            case 294: Self.closed
            default: Self.failed
            }
        }

        private static let failed =
            "The TLS handshake failed. Check which TLS versions and ciphers the server supports."
        private static let closed =
            "The connection was closed in the TLS handshake. Check that the server speaks TLS on this port."

        private static func cause(ofMessage message: String) -> String {
            let ends = ["SSL_ERROR_SYSCALL", "Recv failure", "Send failure", "Connection reset"]
            return ends.contains(where: message.contains) ? closed : failed
        }

        /// The reason number of an OpenSSL error from its TLS library, which has number 20.
        ///
        /// The library number is in the upper bits since OpenSSL 3, and in the upper byte before. The reason is in the
        /// lower twelve bits.
        private static func sslReason(in message: String) -> UInt32? {
            guard let match = message.firstMatch(of: #/error:([0-9A-Fa-f]{8}):/#),
                let error = UInt32(match.1, radix: 16), error >> 23 == 20 || error >> 24 == 20
            else { return nil }
            return error & 0xFFF
        }
    }
#endif
