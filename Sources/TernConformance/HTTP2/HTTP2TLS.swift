import Foundation
import Tern
import TernTesting

/// TLS for scripted HTTP/2 servers: a certificate for 127.0.0.1, and ALPN that selects h2 if the client offers it.
final class HTTP2TLS {
    /// Whether OpenSSL can be opened.
    static var isAvailable: Bool { OpenSSL.shared != nil }

    private let functions: OpenSSL
    private let context: OpenSSL.Object

    /// - Parameter allowsHTTP1: Whether a client may omit h2. If not, its handshake fails. `false` by default.
    init(allowsHTTP1: Bool = false) throws(TestKitError) {
        guard let functions = OpenSSL.shared, let context = functions.newContext(functions.serverMethod()) else {
            throw TestKitError(.systemCallFailed, "TLS needs libssl.so.3, which can't be opened.")
        }
        self.functions = functions
        self.context = context
        let (certificate, key) = ([UInt8](Self.certificate), [UInt8](Self.key))
        guard functions.useCertificate(context, Int32(certificate.count), certificate) == 1,
            functions.useKey(Self.ellipticCurve, context, key, key.count) == 1
        else {
            throw TestKitError(.systemCallFailed, "OpenSSL refuses the server's certificate.")
        }
        functions.setProtocolSelection(
            context,
            { _, name, size, offers, offersSize, context in
                selectHTTP2(name, size, offers, offersSize, allowsHTTP1: context != nil)
            },
            // Only tells whether HTTP/1.1 is allowed.
            allowsHTTP1 ? UnsafeMutableRawPointer(bitPattern: 1) : nil
        )
    }

    deinit {
        functions.freeContext(context)
    }

    func session() -> HTTP2TLSSession? {
        HTTP2TLSSession(functions, context)
    }

    /// The root certificate, in PEM, that a client has to trust.
    static var root: String {
        let lines = certificate.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    /// `EVP_PKEY_EC`
    private static let ellipticCurve: Int32 = 408

    /// The self-signed certificate, valid from 2020 to 2120, for 127.0.0.1 and localhost.
    private static let certificate =
        Data(
            base64Encoded: """
                MIIBdjCCARugAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBUZXJuIHRlc3Qgc2VydmVyMCAXDTIwMDEwMTAwMDAwMFoY
                DzIxMjAwMTAxMDAwMDAwWjAbMRkwFwYDVQQDDBBUZXJuIHRlc3Qgc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESFGE
                e9SvW2X4Q1PhDkBdSM+zBK/2WiYPNZnKH998xCBeX37MlNsYm7DH/kfI+C3mrfWjV4oy048fgxQbRbmUAqNOMEwwGgYDVR0RBBMw
                EYcEfwAAAYIJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFH6hcMEAFy9RF/SS9/KIa9rynSbmMAoGCCqGSM49
                BAMCA0kAMEYCIQCWS/O/GlBGRo9Rle8iN6+PM88TQ8tXSjI1yqOwW2QitwIhAOpKmQRjne3BAT+JINnhDYRdvdTy9i8FIm4+NRvj
                QTK6
                """,
            options: .ignoreUnknownCharacters
        ) ?? Data()

    /// The private key of the certificate. It isn't secret: only test servers use it.
    private static let key =
        Data(
            base64Encoded: """
                MHcCAQEEIBzD6Agc6NQcqp09PWrGmg1Avq6Mq+lHcY1PSUYbsaTYoAoGCCqGSM49AwEHoUQDQgAESFGEe9SvW2X4Q1PhDkBdSM+z
                BK/2WiYPNZnKH998xCBeX37MlNsYm7DH/kfI+C3mrfWjV4oy048fgxQbRbmUAg==
                """,
            options: .ignoreUnknownCharacters
        ) ?? Data()
}

/// Selects h2 from the protocols that a client offers (RFC 7301). If it isn't offered, selects none if HTTP/1.1 is
/// allowed, or else fails the handshake.
private func selectHTTP2(
    _ name: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<UInt8>?,
    _ offers: UnsafePointer<UInt8>?,
    _ offersSize: UInt32,
    allowsHTTP1: Bool
) -> Int32 {
    // SSL_TLSEXT_ERR_NOACK and SSL_TLSEXT_ERR_ALERT_FATAL.
    let withoutHTTP2: Int32 = allowsHTTP1 ? 3 : 2
    guard let offers else { return withoutHTTP2 }
    var offset = 0
    while offset < offersSize {
        let count = Int(offers[offset])
        let offer = UnsafeBufferPointer(start: offers + offset + 1, count: count)
        if offset + count < offersSize, offer.elementsEqual("h2".utf8) {
            name?.pointee = offers + offset + 1
            size?.pointee = UInt8(count)
            return 0
        }
        offset += count + 1
    }
    return withoutHTTP2
}

/// The TLS state of one connection, without its socket. It takes received bytes, and returns bytes to send.
final class HTTP2TLSSession {
    private let functions: OpenSSL
    private let session: OpenSSL.Object
    private let (received, produced): (OpenSSL.Object?, OpenSSL.Object?)
    private var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    /// Bytes that wait for the end of the handshake.
    private var pending: [UInt8] = []

    fileprivate init?(_ functions: OpenSSL, _ context: OpenSSL.Object) {
        guard let session = functions.newSession(context) else { return nil }
        self.functions = functions
        self.session = session
        (received, produced) = (functions.newPipe(functions.memory()), functions.newPipe(functions.memory()))
        // The session now owns both pipes.
        functions.setPipes(session, received, produced)
        functions.setAccepting(session)
    }

    deinit {
        functions.freeSession(session)
        functions.clearErrors()
    }

    /// - Returns: The decrypted bytes, or `nil` if the client doesn't use TLS or doesn't offer HTTP/2.
    func decrypt(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        functions.clearErrors()
        _ = functions.writePipe(received, bytes.baseAddress, Int32(bytes.count))
        var plain: [UInt8] = []
        while true {
            let count = functions.read(session, &buffer, Int32(buffer.count))
            guard count > 0 else { return isWaiting(after: count) ? plain : nil }
            plain += buffer[..<Int(count)]
        }
    }

    func encrypt(_ bytes: [UInt8]) {
        pending += bytes
    }

    /// The bytes to send now.
    func takeOutput() -> [UInt8] {
        functions.clearErrors()
        if !pending.isEmpty, functions.isHandshakeOver(session) == 1 {
            // A write into memory is never partial.
            _ = functions.write(session, pending, Int32(pending.count))
            pending = []
        }
        var output: [UInt8] = []
        while true {
            let count = functions.readPipe(produced, &buffer, Int32(buffer.count))
            guard count > 0 else { return output }
            output += buffer[..<Int(count)]
        }
    }

    /// Writes the alert that no more bytes follow.
    func finish() {
        if functions.isHandshakeOver(session) == 1 { _ = functions.shutDown(session) }
    }

    /// Whether the session only needs more bytes, or the client has finished sending.
    private func isWaiting(after result: Int32) -> Bool {
        let (wantsRead, isFinished): (Int32, Int32) = (2, 6)
        return [wantsRead, isFinished].contains(functions.error(session, result))
    }
}
