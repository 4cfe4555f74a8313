import Foundation
import Tern

/// Identifies a picture in memory.
struct ImageKey: Hashable, Sendable {
    /// The cache key, or the URL.
    let source: String
    /// That of the source. It is made once, and outside of the lock of the memory.
    private let sourceHash: Int
    /// `nil` without fields.
    let headers: HTTPHeaders?
    let scheme: String?
    /// The keys of the transforms.
    var transforms: [String]

    /// The key of a request that has only a URL.
    init(_ url: URL) {
        source = url.absoluteString
        sourceHash = source.hashValue
        headers = nil
        scheme = nil
        transforms = []
    }

    init<Value>(_ request: ImageRequest<Value>) {
        source = request.cacheKey ?? request.url.absoluteString
        sourceHash = source.hashValue
        headers = request.headers.isEmpty ? nil : request.headers
        scheme = request.authorization.scheme
        transforms = request.transforms.isEmpty ? [] : request.transforms.map(\.key)
    }

    /// The key of the picture without transforms.
    var withoutTransforms: ImageKey {
        var key = self
        key.transforms = []
        return key
    }

    /// The bytes of a long text, which count as part of the picture's cost: a `data:` URL can be larger than its
    /// picture.
    var longTextBytes: Int {
        let bytes = source.utf8.count
        return bytes > 1_024 ? bytes : 0
    }

    static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
        lhs.source == rhs.source && lhs.transforms == rhs.transforms && lhs.headers == rhs.headers
            && lhs.scheme == rhs.scheme
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(sourceHash)
        // One source can have thousands of variants, for example of size or user.
        if !transforms.isEmpty { hasher.combine(transforms) }
        if let headers { hasher.combine(headers) }
    }
}

/// Identifies work that loads can share.
struct ImageWorkKey: Hashable, Sendable {
    var image: ImageKey
    let policy: ImageCachePolicy
}
