#if canImport(Glibc)
    import Foundation
    import Tern

    /// A certificate authority in a temporary folder, with its certificates.
    ///
    /// In the folder are `ca.pem`, and for each certificate `NAME.pem` with its key, `NAME.key`.
    package final class TLSAuthority: Sendable {
        package let folder = TemporaryFolder()

        private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

        package init() async throws {
            let request = "req -x509 \(Self.newKey) -keyout ca.key -out ca.pem -subj /CN=TernTests -days 30"
            try await OpenSSL.run(request, in: folder.url)
        }

        package var root: URL { file("ca.pem") }

        package func file(_ name: String) -> URL { folder.url.appending(path: name) }

        /// - Parameters:
        ///   - hosts: In OpenSSL's terms: `DNS:localhost,IP:127.0.0.1`.
        ///   - days: -1 for a certificate that ended yesterday.
        package func issue(_ name: String, for hosts: String = "DNS:localhost,IP:127.0.0.1", days: Int = 30)
            async throws
        {
            try await OpenSSL.run(
                "req -new \(Self.newKey) -keyout \(name).key -out \(name).csr -subj /CN=\(name) "
                    + "-addext subjectAltName=\(hosts)",
                in: folder.url
            )
            try await OpenSSL.run(
                "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copyall "
                    + "-days \(days) -out \(name).pem",
                in: folder.url
            )
        }

        /// A self-signed certificate.
        package func selfSign(_ name: String) async throws {
            try await OpenSSL.run(
                "req -x509 \(Self.newKey) -keyout \(name).key -out \(name).pem -subj /CN=\(name) -days 30 "
                    + "-addext subjectAltName=DNS:localhost,IP:127.0.0.1",
                in: folder.url
            )
        }

        /// Writes `NAME-encrypted.key`.
        package func encryptKey(of name: String, passphrase: String) async throws {
            try await OpenSSL.run(
                "pkcs8 -topk8 -in \(name).key -out \(name)-encrypted.key -passout pass:\(passphrase)",
                in: folder.url
            )
        }

        /// The SHA-256 of the public key, in base64.
        package func pin(of name: String) async throws -> String {
            try await OpenSSL.run("x509 -in \(name).pem -noout -pubkey -out \(name).pub", in: folder.url)
            try await OpenSSL.run("pkey -pubin -in \(name).pub -outform der -out \(name).der", in: folder.url)
            try await OpenSSL.run("dgst -sha256 -binary -out \(name).digest \(name).der", in: folder.url)
            return try Data(contentsOf: file("\(name).digest")).base64EncodedString()
        }

        package func identity(_ name: String) -> TransportConfiguration.ClientIdentity {
            .init(certificate: .file(file("\(name).pem")), privateKey: .file(file("\(name).key")))
        }
    }
#endif
