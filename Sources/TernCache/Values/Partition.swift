import Foundation
import Tern

/// The account that a stored response belongs to, as a digest: neither a token nor a name.
struct Partition: Sendable, Hashable {
    /// `nil` for requests without credentials.
    private let digest: SIMD4<UInt64>?

    static let common = Partition(bytes: Data())

    /// - Parameter bytes: The 32 bytes of the digest. Empty for requests without credentials.
    init(bytes: Data) {
        digest = bytes.count == 32 ? bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) } : nil
    }

    var bytes: Data {
        guard let digest else { return Data() }
        return withUnsafeBytes(of: digest) { Data($0) }
    }
}

/// Finds the partition of requests.
final class Partitions: Sendable {
    /// Names the account of a request.
    typealias Naming = @Sendable (Request) -> String?

    private static let credentialFields = ["Authorization", "Cookie"]
    /// The number of digests that are kept, since most requests have the credentials of earlier ones.
    private static let maximumKnown = 16

    private let naming: Naming?
    private let key: Data
    private let known = Guarded<[[String]: Partition]>([:])

    /// - Parameters:
    ///   - naming: `nil` to separate requests by their credentials.
    ///   - key: The key of the digests, so that a token can't be found by comparing the digests of likely tokens.
    init(_ naming: Naming?, key: Data) {
        self.naming = naming
        self.key = key
    }

    func partition(of request: Request) -> Partition {
        if let naming { return naming(request).map(partition(named:)) ?? .common }
        let credentials = Self.credentialFields.flatMap { name in
            request.headers.contains(name) ? request.headers.values(for: name).map { "\(name) \($0)" } : []
        }
        return credentials.isEmpty ? .common : partition(of: credentials)
    }

    func partition(named name: String) -> Partition { partition(of: ["name", name]) }

    private func partition(of texts: [String]) -> Partition {
        if let found = known.withLock({ $0[texts] }) { return found }
        let parts = texts.map { Data($0.utf8) }
        // The lengths tell ["ab", "c"] from ["a", "bc"].
        let lengths = parts.map { "\($0.count)" }.joined(separator: ",")
        let partition = Partition(bytes: ByteDigest.bytes(of: parts.reduce(Data("\(lengths):".utf8), +), key: key))
        known.withLock { known in
            if known.count >= Self.maximumKnown { known = [:] }
            known[texts] = partition
        }
        return partition
    }
}
