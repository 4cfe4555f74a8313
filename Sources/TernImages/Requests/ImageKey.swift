import Foundation
import Tern

/// Identifies a picture in memory.
struct ImageKey: Hashable, Sendable {
    /// The cache key, or the URL.
    let source: String
    /// The hash of the source. It is computed once, outside of the lock of the memory cache.
    private let sourceHash: Int
    /// The header fields. `nil` if there are no fields.
    let headers: HTTPHeaders?
    let scheme: String?
    let targetSize: ImageHeader.Size?
    /// The keys of the transforms.
    var transforms: [String]

    /// The key of a request that has only a URL.
    init(_ url: URL) {
        source = url.absoluteString
        sourceHash = source.hashValue
        headers = nil
        scheme = nil
        targetSize = nil
        transforms = []
    }

    init<Value>(_ request: ImageRequest<Value>) {
        source = request.cacheKey ?? request.url.absoluteString
        sourceHash = source.hashValue
        headers = request.headers.isEmpty ? nil : request.headers
        scheme = request.authorization.scheme
        targetSize = request.targetSize
        transforms = request.transforms.isEmpty ? [] : request.transforms.map(\.key)
    }

    /// The key of the picture without transforms.
    var withoutTransforms: ImageKey {
        var key = self
        key.transforms = []
        return key
    }

    /// The number of bytes of a long source, otherwise 0. They are added to the picture's cost, since a `data:` URL can
    /// be larger than its picture.
    var longTextBytes: Int {
        let bytes = source.utf8.count
        return bytes > 1_024 ? bytes : 0
    }

    static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
        lhs.source == rhs.source && lhs.transforms == rhs.transforms && lhs.headers == rhs.headers
            && lhs.scheme == rhs.scheme && lhs.targetSize == rhs.targetSize
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(sourceHash)
        // One source can have thousands of variants, for example for different sizes or users.
        if !transforms.isEmpty { hasher.combine(transforms) }
        if let targetSize { hasher.combine(targetSize) }
        if let headers { hasher.combine(headers) }
    }
}

/// Identifies work that loads can share.
struct ImageWorkKey: Hashable, Sendable {
    var image: ImageKey
    let policy: ImageCachePolicy
}
