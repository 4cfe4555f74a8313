#if os(Linux)
    import TestDoubles
    import Foundation
    import Testing

    import Tern
    @testable import TernCurl

    /// Failures that a server with this machine's OpenSSL can't produce.
    struct TLSFailureTests {
        private struct Row {
            let number: Int32
            let message: String
            var failure = TLSFailure()
            let cause: String
        }

        @Test func causeIsDetectedByErrorNumbers() {
            let rows = [
                Row(
                    number: 35,
                    message: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a.example:443 ",
                    cause: "The connection was closed in the TLS handshake. "
                ),
                Row(
                    number: 35,
                    message: "Recv failure: Connection reset by peer",
                    cause: "The connection was closed in the TLS handshake. "
                ),
                Row(
                    number: 35,
                    message: "error:0A000126:SSL routines::unexpected eof while reading",
                    cause: "The connection was closed in the TLS handshake. "
                ),
                // OpenSSL 1.1 has other bits above the reason.
                Row(
                    number: 35,
                    message: "error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
                    cause: "The server doesn't speak TLS on this port. "
                ),
                Row(
                    number: 35,
                    message: "error:0A000102:SSL routines::unsupported protocol",
                    cause: "Client and server have no TLS version in common. "
                ),
                // An error of another part of OpenSSL.
                Row(
                    number: 35,
                    message: "error:0680009C:asn1 encoding routines::x",
                    cause: "The TLS handshake failed. "
                ),
                Row(
                    number: 35,
                    message: "error:0A000458:SSL routines::tlsv1 unrecognized name",
                    cause: "The server has no certificate for this host. "
                ),
                Row(
                    number: 60,
                    message: "SSL certificate problem: certificate is not yet valid",
                    failure: TLSFailure(serverResult: 9),
                    cause: "The server's certificate isn't valid yet. "
                ),
                Row(
                    number: 60,
                    message: "SSL: no alternative certificate subject name matches target host name 'p.example'",
                    failure: TLSFailure(proxyResult: 1),
                    cause: "The proxy's certificate is for another host. "
                ),
                Row(
                    number: 77,
                    message: "error setting certificate file: /etc/ssl/certs/ca-certificates.crt",
                    cause: "The certificate authorities can't be loaded. "
                ),
                Row(number: 66, message: "Failed to initialise SSL Engine", cause: "The TLS handshake failed. "),
            ]
            for row in rows {
                let error = row.failure.error(row.number, row.message)
                #expect(error.code == .tlsFailed)
                #expect(error.reason.hasPrefix(row.cause), "\(error)")
                #expect(error.reason.hasSuffix("(\(row.message.trimmingCharacters(in: .whitespaces)))"))
                #expect(error.advice != TernError(.tlsFailed).advice)
            }
        }

        @Test func alertIsAboutTheSentIdentity() {
            let message = "error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0"
            let without = TLSFailure().error(56, message)
            #expect(without.reason.hasPrefix("The server demands a client certificate. "))
            let with = TLSFailure(hasIdentity: true).error(56, message)
            #expect(with.reason.hasPrefix("The server refused the client certificate. "))
        }
    }
#endif
