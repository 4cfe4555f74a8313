import Foundation

#if canImport(Security)
    import Security
#endif

extension TransportConfiguration {
    /// A client certificate with its private key.
    ///
    /// | Form | `CurlTransport` | `URLSessionTransport` on Apple platforms |
    /// | --- | --- | --- |
    /// | certificate and key in PEM format | yes | no: convert it to PKCS #12 |
    /// | PKCS #12 | yes | yes |
    /// | `SecIdentity` | doesn't exist there | yes |
    ///
    /// Creating a transport throws `.unsupportedConfiguration` if its engine can't read the form of the identity. With
    /// `CurlTransport`, a damaged identity, a key of another certificate and a wrong passphrase are errors of each call,
    /// with code `.tlsFailed`. The use on Apple platforms is typechecked, but has not been run there yet.
    public struct ClientIdentity: Sendable, Hashable {
        package indirect enum Source: Sendable, Hashable {
            case pem(certificate: PEM, privateKey: PEM)
            case pkcs12(Data)
            #if canImport(Security)
                case security(ClientCertificate)
            #endif
        }

        package let source: Source
        package let passphrase: String?

        /// - Parameters:
        ///   - certificate: The certificate, followed by the intermediate certificates.
        ///   - privateKey: The private key of the first certificate.
        ///   - passphrase: The passphrase of the private key. `nil` if the key isn't encrypted. For an encrypted key
        ///     without a passphrase, creating a transport fails with `.unsupportedConfiguration`. Tern never prompts
        ///     for a passphrase on a terminal.
        public init(certificate: PEM, privateKey: PEM, passphrase: String? = nil) {
            source = .pem(certificate: certificate, privateKey: privateKey)
            self.passphrase = passphrase
        }

        /// - Parameters:
        ///   - pkcs12: The bytes of a `.p12` or `.pfx` file with one certificate, its private key, and the intermediate
        ///     certificates (RFC 7292). On macOS before 15, the system adds its items to the default keychain.
        ///   - passphrase: The passphrase of the file. It may be empty, except on Apple platforms: Apple's Security
        ///     framework doesn't import files with an empty passphrase.
        public init(pkcs12: Data, passphrase: String) {
            source = .pkcs12(pkcs12)
            self.passphrase = passphrase
        }

        #if canImport(Security)
            /// - Parameters:
            ///   - identity: The identity, for example from a keychain.
            ///   - intermediates: The certificates between the identity's certificate and an authority that servers
            ///     trust.
            public init(_ identity: SecIdentity, intermediates: [SecCertificate] = []) {
                source = .security(ClientCertificate(identity, intermediates: intermediates))
                passphrase = nil
            }
        #endif
    }
}

extension TransportConfiguration.ClientIdentity {
    /// The reason why Security can't use the identity. `nil` if there is no known reason.
    var problemForSecurity: String? {
        switch source {
        case .pem:
            """
            URLSession can't use a client identity in PEM format. Convert it (\(Self.conversion)), and use \
            ClientIdentity(pkcs12:passphrase:)
            """
        case .pkcs12 where passphrase?.isEmpty ?? true:
            """
            Apple's Security doesn't import PKCS #12 data with an empty passphrase. Export it again with a passphrase \
            (\(Self.conversion))
            """
        default: nil
        }
    }

    private static let conversion = """
        openssl pkcs12 -export -in client.pem -inkey client.key -out client.p12, with -legacy in OpenSSL 3, whose new \
        encryption many systems can't read
        """
}

extension TransportConfiguration.ClientIdentity: CustomStringConvertible, TextReflectable {
    /// A fixed text, without the key and the passphrase.
    public var description: String { "client identity" }
}
