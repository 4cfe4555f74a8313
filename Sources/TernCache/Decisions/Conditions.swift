import Tern

/// The conditions with which the server validates stored responses (RFC 9111, section 4.3.1).
struct Conditions: Sendable, Hashable {
    /// A field has a limit at many servers, such as 8 KiB for all fields together.
    private static let maximumTags = 16
    private static let maximumTagBytes = 2048

    var tags: [EntityTag] = []
    var lastModified: String?

    /// - Parameters:
    ///   - selected: The response that the request selects.
    ///   - stored: All responses of its key, which the server may select, too.
    init(selected: StoredResponse?, among stored: [StoredResponse]) {
        let all = [selected].compactMap(\.self) + stored
        var rest = Self.maximumTagBytes
        for tag in all.compactMap(\.etag) where !tags.contains(tag) && tags.count < Self.maximumTags {
            guard tag.text.utf8.count <= rest else { continue }
            rest -= tag.text.utf8.count
            tags.append(tag)
        }
        lastModified = selected?.lastModified.flatMap { $0.utf8.count <= Self.maximumTagBytes ? $0 : nil }
    }

    var isEmpty: Bool { tags.isEmpty && lastModified == nil }

    func add(to request: inout Request) {
        if !tags.isEmpty { request.headers["If-None-Match"] = tags.map(\.text).joined(separator: ", ") }
        if let lastModified { request.headers["If-Modified-Since"] = lastModified }
    }

    private static let names = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]

    /// Whether the caller has conditions of its own, which the server has to evaluate.
    static func exist(in request: HTTPHeaders) -> Bool { names.contains(where: request.contains) }
}
