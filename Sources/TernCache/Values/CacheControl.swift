import Tern

/// The directives of `Cache-Control` (RFC 9111, section 5.2; RFC 5861; RFC 8246) of a request or a response.
///
/// The smallest of several values of one directive counts. A malformed number is 0, so that the response is stale
/// (RFC 9111, section 4.2.1).
struct CacheControl: Sendable, Hashable {
    /// `max-age`.
    private(set) var maximumAge: Duration?
    /// `min-fresh`.
    private(set) var minimumFreshness: Duration?
    /// `max-stale`. Without a number it is the longest time.
    private(set) var maximumStaleness: Duration?
    /// `stale-while-revalidate`.
    private(set) var staleWhileRevalidate: Duration?
    /// `stale-if-error`.
    private(set) var staleIfError: Duration?
    /// `no-cache` without names of fields.
    var requiresValidation = false
    /// The names in `no-cache="…"`, in lower case: fields that aren't reused.
    private(set) var unusedFields: [String] = []
    /// `no-store`.
    private(set) var forbidsStorage = false
    /// `must-revalidate`.
    private(set) var forbidsStale = false
    /// `must-understand`.
    private(set) var requiresUnderstanding = false
    /// `public`.
    private(set) var isPublic = false
    /// `private`.
    private(set) var isPrivate = false
    /// `immutable`.
    private(set) var isImmutable = false
    /// `only-if-cached`.
    private(set) var isOnlyIfCached = false

    init() {}

    init(_ headers: HTTPHeaders) {
        for (name, value) in headers.directives(for: "Cache-Control") { add(name, value) }
    }

    private mutating func add(_ name: String, _ value: String?) {
        switch name {
        case "max-age": Self.set(&maximumAge, value)
        case "min-fresh": Self.set(&minimumFreshness, value)
        case "max-stale": Self.set(&maximumStaleness, value ?? "\(Int64.max)")
        case "stale-while-revalidate": Self.set(&staleWhileRevalidate, value)
        case "stale-if-error": Self.set(&staleIfError, value)
        case "no-cache":
            let names = HTTPHeaders(["": value ?? ""]).list(for: "").map { $0.lowercased() }
            unusedFields += names
            requiresValidation = requiresValidation || names.isEmpty
        case "no-store": forbidsStorage = true
        case "must-revalidate": forbidsStale = true
        case "must-understand": requiresUnderstanding = true
        case "public": isPublic = true
        case "private": isPrivate = true
        case "immutable": isImmutable = true
        case "only-if-cached": isOnlyIfCached = true
        default: break
        }
    }

    private static func set(_ time: inout Duration?, _ value: String?) {
        let new = value.flatMap(Duration.init(fieldSeconds:)) ?? .zero
        time = min(time ?? new, new)
    }
}
