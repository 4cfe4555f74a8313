import Foundation
import TernHTTP

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
    var digest: Data { ByteDigest.bytes(of: encoding) }
}

/// One element of a DER encoding (ITU-T X.690): a tag and its content.
///
/// Only the forms that certificates have: tags of one byte, and definite lengths of at most three bytes.
struct DERElement {
    static let sequence: UInt8 = 0x30
    static let integer: UInt8 = 0x02
    /// The tag of an explicitly tagged `[0]`.
    static let contextZero: UInt8 = 0xA0

    let tag: UInt8
    /// The whole element, with its tag and length.
    let encoding: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>

    /// Reads the first element of `bytes`, and removes it from them.
    ///
    /// - Returns: `nil` if the bytes don't start with a complete element.
    init?(readingFrom bytes: inout ArraySlice<UInt8>) {
        var rest = bytes
        // The value 0x1F means that the tag has several bytes.
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let length = Self.length(readingFrom: &rest),
            rest.count >= length
        else { return nil }
        self.tag = tag
        content = rest.prefix(length)
        encoding = bytes[bytes.startIndex..<content.endIndex]
        bytes = bytes[content.endIndex...]
    }

    /// Reads the first element of `bytes` if it has this tag, and removes it from them.
    ///
    /// - Returns: `nil` if the bytes don't start with a complete element with this tag.
    init?(_ tag: UInt8, readingFrom bytes: inout ArraySlice<UInt8>) {
        var rest = bytes
        self.init(readingFrom: &rest)
        guard self.tag == tag else { return nil }
        bytes = rest
    }

    private static func length(readingFrom bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        // 0x80 is the indefinite form of BER, which DER doesn't have.
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), bytes.count >= count else { return nil }
        let length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(count)
        // DER uses the shortest form.
        let isShortest = count == 1 ? length >= 0x80 : length >> (8 * (count - 1)) != 0
        return isShortest ? length : nil
    }
}
