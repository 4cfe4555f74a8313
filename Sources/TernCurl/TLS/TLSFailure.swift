#if os(Linux)
    import TernHTTP
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
        /// Whether a proxy has opened a tunnel to the server.
        var isTunneled = false

        private struct Cause {
            let reason: String
            let advice: String

            init(_ reason: String, _ advice: String) {
                self.reason = reason
                self.advice = advice
            }
        }

        /// - Parameters:
        ///   - number: libcurl's error.
        ///   - message: libcurl's message, which is added to the end of the reason.
        /// - Returns: An error with code `.tlsFailed`, the cause and an advice.
        func error(_ number: Int32, _ message: String) -> TernError {
            let cause = cause(of: number, message)
            let reason = "\(cause.reason) (\(message.trimmingCharacters(in: .whitespaces)))"
            return TernError(.tlsFailed, reason: reason, advice: cause.advice, underlying: CurlError(number: number))
        }

        // MARK: - Private

        private func cause(of number: Int32, _ message: String) -> Cause {
            switch number {
            case 51, 60: certificateCause
            case 58:
                Cause(
                    "The client certificate or its private key can't be used.",
                    "Check tls.identity: whether the data is damaged, the key belongs to the certificate, the passphrase "
                        + "decrypts the key, and the TLS library of libcurl reads this format."
                )
            case 77:
                Cause(
                    "The certificate authorities can't be loaded.",
                    "Install those of the system (package ca-certificates), or check those in tls.trust for damage."
                )
            case 90:
                Cause(
                    "The server's public key is not in tls.pinnedPublicKeys.",
                    "Add its digest if the server has a new key. If it has the old one, the connection may be "
                        + "intercepted."
                )
            default: Self.sslReason(in: message).map(cause(ofReason:)) ?? cause(ofMessage: message)
            }
        }

        private var certificateCause: Cause {
            let isProxy = proxyResult > 0
            let owner = isProxy ? "The proxy's certificate" : "The server's certificate"
            return switch isProxy ? proxyResult : serverResult {
            // The name is checked before all else.
            case 0, 1:
                Cause(
                    "\(owner) is for another host.",
                    "Use a name from the certificate, or have a certificate issued for this host."
                )
            case 9: Cause("\(owner) isn't valid yet.", "Check this machine's clock.")
            case 10: Cause("\(owner) has expired.", "Have it renewed, and check this machine's clock.")
            default:
                Cause(
                    "\(owner) isn't trusted.",
                    "If a private certificate authority issued it, give the certificate of that authority in tls.trust."
                )
            }
        }

        /// - Parameter reason: `SSL_R_…`, which is 1000 and its number for an alert of the server (RFC 8446, section
        ///   6).
        private func cause(ofReason reason: UInt32) -> Cause {
            switch reason {
            // WRONG_VERSION_NUMBER, HTTP_REQUEST, HTTPS_PROXY_REQUEST, PACKET_LENGTH_TOO_LONG
            case 267, 156, 155, 198:
                Cause(
                    "The server doesn't speak TLS on this port.",
                    "Check the port of the URL, and use http: in place of https: if the server speaks plain HTTP there."
                )
            // UNSUPPORTED_PROTOCOL, UNSUPPORTED_SSL_VERSION, NO_PROTOCOLS_AVAILABLE, VERSION_TOO_HIGH, VERSION_TOO_LOW
            case 1070, 258, 259, 191, 166, 396:
                Cause(
                    "Client and server have no TLS version in common.",
                    "The server must speak tls.minimumVersion or a later version."
                )
            case 1042...1046, 1048, 1049, 1116:
                hasIdentity
                    ? Cause(
                        "The server refused the client certificate.",
                        "Check that this server accepts the certificate in tls.identity."
                    )
                    : Cause("The server demands a client certificate.", "Give one in tls.identity.")
            case 1040:
                Cause(
                    "The server refused the handshake: it has no cipher in common with the client, or demands a client "
                        + "certificate.",
                    "Give a certificate in tls.identity if the server demands one."
                )
            case 1112:
                Cause("The server has no certificate for this host.", "Check the host in the URL.")
            // UNEXPECTED_EOF_WHILE_READING
            case 294: closed
            default: Self.failed
            }
        }

        private static let failed = Cause("The TLS handshake failed.", "Check what the server supports.")

        private var closed: Cause {
            isTunneled
                ? Cause(
                    "The connection through the proxy was closed in the TLS handshake.",
                    "Check that the proxy lets connections to this host pass, and that the server speaks TLS on this port."
                )
                : Cause(
                    "The connection was closed in the TLS handshake.",
                    "Check that the server speaks TLS on this port."
                )
        }

        private func cause(ofMessage message: String) -> Cause {
            let ends = ["SSL_ERROR_SYSCALL", "Recv failure", "Send failure", "Connection reset"]
            return ends.contains(where: message.contains) ? closed : Self.failed
        }

        /// The reason number of an OpenSSL error from its TLS library, which has number 20.
        ///
        /// The library number is in the upper bits since OpenSSL 3, and in the upper byte before. The reason is in the
        /// lower twelve bits.
        private static func sslReason(in message: String) -> UInt32? {
            for rest in message.components(separatedBy: "error:").dropFirst() {
                let digits = rest.prefix { $0 != ":" }
                guard digits.count == 8, let error = UInt32(digits, radix: 16) else { continue }
                return error >> 23 == 20 || error >> 24 == 20 ? error & 0xFFF : nil
            }
            return nil
        }
    }
#endif
