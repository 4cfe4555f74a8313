#if os(Linux)
    import Foundation

    /// The cause of a failed TLS connection: from libcurl's numbers and those of OpenSSL, since texts change.
    struct TLSFailure {
        /// What the server's certificate was found to be: `X509_V_…`. 1 until it is verified, 0 if all is well.
        var serverResult = 0
        /// The same for the certificate of an https proxy.
        var proxyResult = 0
        /// Whether a client certificate is configured.
        var hasIdentity = false

        /// - Parameters:
        ///   - number: libcurl's error.
        ///   - message: libcurl's words, which end the reason.
        /// - Returns: The cause, and what to do.
        func reason(of number: Int32, _ message: String) -> String {
            "\(cause(of: number, message)) (\(message.trimmingCharacters(in: .whitespaces)))"
        }

        // MARK: - Private

        private func cause(of number: Int32, _ message: String) -> String {
            switch number {
            case 51, 60: certificateCause
            case 77:
                "The certificate authorities can't be loaded. Install those of the system (package ca-certificates), or "
                    + "give others in tls.trust."
            case 90:
                "The server's public key is none of tls.pinnedPublicKeys. Add its digest if the server has a new key; "
                    + "if it hasn't, somebody may be intercepting the connection."
            default: Self.sslReason(in: message).map(cause(ofReason:)) ?? Self.cause(ofMessage: message)
            }
        }

        private var certificateCause: String {
            let isProxy = proxyResult > 0
            let owner = isProxy ? "The proxy's certificate" : "The server's certificate"
            return switch isProxy ? proxyResult : serverResult {
            // The name is checked before all else.
            case 0, 1: "\(owner) is for another host. Use a name from the certificate, or have it issued for this one."
            case 9: "\(owner) isn't valid yet. Check this machine's clock."
            case 10: "\(owner) has expired. It has to be renewed; or this machine's clock is wrong."
            default: "\(owner) isn't trusted. If it is from an authority of your own, give that one's in tls.trust."
            }
        }

        /// - Parameter reason: `SSL_R_…`, which is 1000 and its number for an alert of the server (RFC 8446, section 6).
        private func cause(ofReason reason: UInt32) -> String {
            switch reason {
            // WRONG_VERSION_NUMBER, HTTP_REQUEST, HTTPS_PROXY_REQUEST, PACKET_LENGTH_TOO_LONG
            case 267, 156, 155, 198:
                "The server doesn't speak TLS on this port. Check the port, and whether the URL has to begin with http:."
            // UNSUPPORTED_PROTOCOL, UNSUPPORTED_SSL_VERSION, NO_PROTOCOLS_AVAILABLE, VERSION_TOO_HIGH, VERSION_TOO_LOW
            case 1070, 258, 259, 191, 166, 396:
                "Client and server have no TLS version in common. The server must speak tls.minimumVersion at least."
            case 1042...1046, 1048, 1049, 1116:
                hasIdentity
                    ? "The server refused the client certificate. Check that tls.identity is what this server accepts."
                    : "The server demands a client certificate. Give one in tls.identity."
            case 1040:
                "The server refused the handshake. It shares no cipher with the client, or demands a client certificate "
                    + "(tls.identity)."
            case 1112: "The server has no certificate for this host. Check the host in the URL."
            // UNEXPECTED_EOF_WHILE_READING
            case 294: Self.closed
            default: Self.failed
            }
        }

        private static let failed = "The TLS handshake failed. Check what the server supports."
        private static let closed =
            "The connection was closed in the TLS handshake. Check that the server speaks TLS on this port."

        private static func cause(ofMessage message: String) -> String {
            let ends = ["SSL_ERROR_SYSCALL", "Recv failure", "Send failure", "Connection reset"]
            return ends.contains(where: message.contains) ? closed : failed
        }

        /// The reason of an error in OpenSSL's part for TLS, which is number 20: in its upper bits since OpenSSL 3, and in
        /// the upper byte before. The reason is in the lower twelve.
        private static func sslReason(in message: String) -> UInt32? {
            guard let match = message.firstMatch(of: #/error:([0-9A-Fa-f]{8}):/#),
                let error = UInt32(match.1, radix: 16), error >> 23 == 20 || error >> 24 == 20
            else { return nil }
            return error & 0xFFF
        }
    }
#endif
