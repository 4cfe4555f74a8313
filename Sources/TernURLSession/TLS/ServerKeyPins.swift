import Foundation
import TernHTTP

/// The public keys that a server may have, as SHA-256 digests.
struct ServerKeyPins: Sendable, Equatable {
    private let digests: Set<Data>

    /// - Parameter pins: SHA-256 digests in base64. Without pins, any key is accepted.
    init(_ pins: Set<String>) {
        digests = Set(pins.compactMap { Data(base64Encoded: $0) })
    }

    var isEmpty: Bool { digests.isEmpty }

    /// - Parameter certificates: The server's chain in DER, its own certificate first. As in libcurl, only the key of
    ///   that certificate is compared.
    /// - Returns: The error with code `.tlsFailed`, or `nil` if the key is accepted.
    func problem(with certificates: [Data]) -> TernError? {
        guard !isEmpty else { return nil }
        let key = certificates.first.flatMap(SubjectPublicKeyInfo.init(ofCertificate:))
        if let key, digests.contains(key.digest) { return nil }
        return TernError(
            .tlsFailed,
            reason: "The server's public key is not in tls.pinnedPublicKeys.",
            advice:
                "Add its digest if the server has a new key. If it has the old one, the connection may be intercepted."
        )
    }
}
