import Foundation
import Tern

/// What a stored response is found by, besides the fields that `Vary` names.
struct CacheKey: Sendable, Hashable {
    /// The resource. An unsafe method invalidates all responses of one resource.
    let resource: Resource
    /// The account. See ``Partition``.
    let partition: Partition
    /// What else the response depends on. `nil` for a plain GET.
    let variant: Variant?

    enum Resource: Sendable, Hashable {
        /// A URL without its fragment.
        case url(String)
        /// The key that a call names instead.
        case named(String)
    }

    struct Variant: Sendable, Hashable {
        /// The body of a QUERY (RFC 10008), its type and its coding. `nil` for GET.
        var query: [Data]?
        /// Whether the engine leaves the body as received.
        var isUndecoded = false
    }

    /// - Returns: `nil` if the response to the request isn't stored: for an unsafe method, or a body that isn't in memory.
    init?(_ request: Request, partition: Partition) {
        var variant = Variant(isUndecoded: request.decoding == .none)
        switch request.method {
        case .get, .head:
            guard request.body == nil else { return nil }
        case .query:
            guard let body = request.body?.data else { return nil }
            let type = request.headers["Content-Type"] ?? request.body?.contentType
            let coding = request.headers["Content-Encoding"]
            variant.query = [Data((type ?? "").utf8), Data((coding ?? "").utf8), body]
        default: return nil
        }
        self.init(resource: Resource(of: request), partition: partition, variant: variant == Variant() ? nil : variant)
    }

    init(resource: Resource, partition: Partition, variant: Variant? = nil) {
        self.resource = resource
        self.partition = partition
        self.variant = variant
    }
}

extension CacheKey.Resource {
    init(of request: Request) {
        self = request.attributes.cacheKey.map(Self.named) ?? Self(request.url)
    }

    init(_ url: URL) {
        let text = url.absoluteString
        self = .url(text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text)
    }
}
