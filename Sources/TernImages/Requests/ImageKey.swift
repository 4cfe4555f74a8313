import Foundation
import Tern

/// Identifies a picture in memory.
struct ImageKey: Hashable, Sendable {
    /// The cache key, or the URL.
    let source: String
    /// `nil` without fields.
    let headers: HTTPHeaders?
    let scheme: String?
    /// The keys of the transforms.
    var transforms: [String]

    init<Value>(_ request: ImageRequest<Value>) {
        source = request.cacheKey ?? request.url.absoluteString
        headers = request.headers.isEmpty ? nil : request.headers
        scheme = request.authorization.scheme
        transforms = request.transforms.isEmpty ? [] : request.transforms.map(\.key)
    }

    func hash(into hasher: inout Hasher) {
        // The source nearly always differs. Equality compares the other parts.
        hasher.combine(source)
    }
}

/// Identifies work that loads can share.
struct ImageWorkKey: Hashable, Sendable {
    var image: ImageKey
    let policy: ImageCachePolicy
}
