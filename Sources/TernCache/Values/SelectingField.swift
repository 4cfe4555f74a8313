import Foundation
import Tern

/// A field of a request that `Vary` names, so that values with the same meaning are equal (RFC 9111, section 4.1).
struct SelectingField: Sendable {
    /// In lower case.
    let name: String
    /// The digest of the value, which may be a secret. `nil` if the request has no such field.
    let digest: Data?
    /// The value as the request had it, since most requests have the same. `nil` for a field that was read from a disk.
    private let text: String?
    /// The key of the digest.
    private let key: Data

    /// A field that was read from a disk.
    init(name: String, digest: Data?, key: Data) {
        self.name = name
        self.digest = digest
        self.key = key
        text = nil
    }

    private init(_ name: String, of request: HTTPHeaders, key: Data) {
        self.name = name
        self.key = key
        text = request[name]
        digest = text == nil ? nil : Self.digest(of: name, in: request, key: key)
    }

    /// The bytes in memory.
    var cost: Int { 160 + name.utf8.count + (text?.utf8.count ?? 0) }

    func matches(_ request: HTTPHeaders) -> Bool {
        guard let other = request[name] else { return digest == nil }
        return other == text || digest != nil && digest == Self.digest(of: name, in: request, key: key)
    }

    /// The fields of a request that select a response.
    ///
    /// - Parameter key: The key of the digests.
    /// - Returns: `nil` if nothing in a request can tell whether the response matches it: `Vary: *`.
    static func all(for response: HTTPHeaders, of request: HTTPHeaders, key: Data) -> [SelectingField]? {
        var names = Set(response.list(for: "Vary").map { $0.lowercased() })
        if names.contains("*") { return nil }
        // Whether an engine decodes a body may depend on the field.
        if response.contains("Content-Encoding") { names.insert("accept-encoding") }
        return names.sorted().map { SelectingField($0, of: request, key: key) }
    }

    // MARK: - Private

    private static let codedNames: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

    /// Lists are equal however they are separated, and however many lines they take.
    private static func digest(of name: String, in headers: HTTPHeaders, key: Data) -> Data {
        let joined = headers.list(for: name).joined(separator: ",")
        let value = codedNames.contains(name) ? joined.lowercased().filter { $0 != " " && $0 != "\t" } : joined
        // HMAC takes four times as long. It also prevents length extension, which is no risk here: digests are only
        // compared with each other.
        return ByteDigest.bytes(of: key + Data("\(name):\(value)".utf8))
    }
}

extension SelectingField: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.digest == right.digest }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(digest)
    }
}
