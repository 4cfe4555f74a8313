import Foundation

/// The certificates of a PEM text (RFC 7468) in DER, for an engine that has no PEM parser.
struct PEMCertificates: Equatable {
    let certificates: [Data]

    /// - Parameter what: The kind of item for error texts, such as "the bundle of roots".
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the text can't be read, or has no certificate or
    ///   a damaged one.
    init(_ pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
        let data: Data
        let name: String
        switch pem {
        case .data(let bytes):
            (name, data) = (what, bytes)
        case .file(let url):
            name = "\(what) in \"\(url.lastPathComponent)\""
            data = try Self.content(of: url, name)
        }
        certificates = try Self.certificates(in: data, name)
    }

    // MARK: - Private

    private static let maximumBytes = 16 * 1024 * 1024

    private static func content(of url: URL, _ name: String) throws(TernError) -> Data {
        let refuse = TransportConfiguration.refuse
        try refuse(!url.isFileURL, "the URL of \(name) isn't a file URL")
        do {
            let values = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            // Reading a pipe would wait for its writer.
            try refuse(values.isRegularFile != true, "\(name) is not a regular file")
            try refuse(values.fileSize ?? 0 > maximumBytes, "\(name) exceeds the limit of \(maximumBytes) bytes")
            return try Data(contentsOf: url)
        } catch let error as TernError {
            throw error
        } catch {
            throw TransportConfiguration.refusal("\(name) can't be read", underlying: error)
        }
    }

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
