import Foundation

/// The public key of an X.509 certificate (RFC 5280, section 4.1.2.7), from which pins are computed (RFC 7469, section
/// 2.4).
///
/// The key is cut from the certificate. Apple's `SecKeyCopyExternalRepresentation` returns a key without the
/// `SubjectPublicKeyInfo` around it, which would have to be rebuilt for each kind of key.
struct SubjectPublicKeyInfo: Equatable {
    /// The `SubjectPublicKeyInfo` in DER.
    let encoding: Data

    /// - Parameter certificate: The certificate in DER.
    /// - Returns: `nil` if the data isn't a certificate.
    init?(ofCertificate certificate: Data) {
        var bytes = ArraySlice(certificate)
        guard let whole = DERElement(DERElement.sequence, readingFrom: &bytes), bytes.isEmpty else { return nil }
        var parts = whole.content
        guard let signed = DERElement(DERElement.sequence, readingFrom: &parts) else { return nil }
        var fields = signed.content
        // The version is omitted in version 1.
        _ = DERElement(DERElement.contextZero, readingFrom: &fields)
        guard DERElement(DERElement.integer, readingFrom: &fields) != nil else { return nil }
        // Signature algorithm, issuer, validity and subject.
        for _ in 0..<4 {
            guard DERElement(DERElement.sequence, readingFrom: &fields) != nil else { return nil }
        }
        guard let key = DERElement(DERElement.sequence, readingFrom: &fields) else { return nil }
        encoding = Data(key.encoding)
    }

    /// The SHA-256 digest of the encoding.
    var digest: Data { SHA256.digest(of: Array(encoding)) }
}
