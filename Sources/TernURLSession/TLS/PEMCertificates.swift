import Foundation
import TernHTTP

/// The certificates of a PEM text (RFC 7468) in DER, for an engine that has no PEM parser.
struct PEMCertificates: Equatable {
    let certificates: [Data]

    /// - Parameter what: The kind of item for error texts, such as "the bundle of roots".
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the text can't be read, or has no certificate or
    ///   a damaged one.
    init(_ pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
        let (name, data) = try pem.read(what)
        certificates = try Self.certificates(in: data, name)
    }

    // MARK: - Private

    private static func certificates(in data: Data, _ name: String) throws(TernError) -> [Data] {
        let refuse = TransportConfiguration.refuse
        let blocks = PEMText(data).certificates
        try refuse(blocks.isEmpty, "\(name) has no certificate in PEM format (-----BEGIN CERTIFICATE-----)")
        try refuse(blocks.contains(where: \.isEncrypted), "\(name) has an encrypted certificate. Decrypt it first")
        var certificates: [Data] = []
        for block in blocks {
            // OpenSSL's own label has further data after the certificate.
            let isTrusted = block.label == "TRUSTED CERTIFICATE"
            try refuse(
                isTrusted,
                "\(name) has a certificate in OpenSSL's format. Convert it with openssl x509 -in FILE"
            )
            let der = Data(base64Encoded: block.content)
            guard let der, SubjectPublicKeyInfo(ofCertificate: der) != nil else {
                throw TransportConfiguration.refusal("\(name) can't be used: a certificate is damaged")
            }
            certificates.append(der)
        }
        return certificates
    }
}
