import Foundation
import Tern

/// The key of a stored response: the parts of its request without the fields that `Vary` names.
struct CacheKey: Sendable, Hashable {
    /// The resource. An unsafe method invalidates all responses of one resource.
    let resource: Resource
    /// The account. See ``Partition``.
    let partition: Partition
    /// The digest of the body of a QUERY (RFC 10008), its type and its coding. `nil` for GET.
    let query: Data?

    enum Resource: Sendable, Hashable {
        /// A URL without its fragment.
        case url(String)
        /// The key that a call names instead.
        case named(String)
    }

    /// - Returns: `nil` if the response to the request isn't stored: for an unsafe method, or a body that isn't in memory.
    init?(_ request: Request, partition: Partition) {
        var query: Data?
        switch request.method {
        case .get, .head:
            guard request.body == nil else { return nil }
        case .query:
            guard let body = request.body?.data else { return nil }
            let type = request.headers["Content-Type"] ?? request.body?.contentType
            let coding = request.headers["Content-Encoding"]
            var digest = ByteDigest()
            // The lengths tell one list from another.
            for part in [Data((type ?? "").utf8), Data((coding ?? "").utf8), body] {
                digest.add(Data("\(part.count):".utf8))
                digest.add(part)
            }
            query = digest.bytes
        default: return nil
        }
        self.init(resource: Resource(of: request), partition: partition, query: query)
    }

    init(resource: Resource, partition: Partition, query: Data? = nil) {
        self.resource = resource
        self.partition = partition
        self.query = query
    }

    /// The bytes in memory that differ between keys.
    var cost: Int {
        switch resource {
        case .url(let text), .named(let text): text.utf8.count
        }
    }
}

extension CacheKey.Resource {
    init(of request: Request) {
        self = request.attributes.cacheKey.map(Self.named) ?? Self(request.url)
    }

    /// A URL in the spelling that all equal ones share: scheme and host in lower case, without a default port, with a path,
    /// without its fragment (RFC 9110, section 4.2.3).
    init(_ url: URL) {
        var text = url.absoluteString
        guard !text.withUTF8(Self.hasCommonSpelling), var parts = URLComponents(string: text) else {
            self = .url(text)
            return
        }
        (parts.scheme, parts.host, parts.fragment) = (parts.scheme?.lowercased(), parts.host?.lowercased(), nil)
        if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        self = .url(parts.string ?? text)
    }

    /// Whether nothing of a URL can be spelled in another way: most URLs.
    private static func hasCommonSpelling(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
        var slashes = 0
        for byte in url {
            switch byte {
            case UInt8(ascii: "#"): return false
            case UInt8(ascii: "/"): slashes += 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where slashes < 3: return false
            case UInt8(ascii: ":") where slashes == 2, UInt8(ascii: "?") where slashes == 2: return false
            default: break
            }
        }
        return slashes > 2
    }
}
