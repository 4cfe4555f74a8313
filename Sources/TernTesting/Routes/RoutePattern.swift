import Foundation
import Tern

/// The parts of a route or of a request that are compared.
struct RoutePattern: Sendable {
    /// The reason why the text of a route isn't valid.
    struct Mistake: Error {
        let reason: String
    }

    enum Segment: Sendable {
        case literal(String)
        case parameter(String)
    }

    var method: HTTPMethod
    /// The scheme, the host and the port. `nil` for any origin.
    let origin: String?
    let segments: [Segment]
    /// The items of the query, sorted. `nil` for any query.
    let query: [String]?
    /// Whether a query may have further items.
    let allowsMoreItems: Bool

    /// - Throws: `Mistake` if the text isn't a method, one space, and a path or a URL.
    init(_ text: String) throws(Mistake) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isTokenByte),
            !parts[1].utf8.contains(where: { $0 <= 32 })
        else {
            throw Mistake(reason: "It is not a method, one space, and a path or a URL, such as `GET /users/:id`.")
        }
        let name = parts[0].uppercased()
        guard name == parts[0] || HTTPMethod.common.allSatisfy({ $0.rawValue != name }) else {
            throw Mistake(reason: "Methods are case-sensitive. Write `\(name)`, not `\(parts[0])`.")
        }
        self.init(method: HTTPMethod(rawValue: String(parts[0])), url: parts[1], allowsParameters: true)
        guard parts[1].hasPrefix("/") || origin != nil else {
            throw Mistake(reason: "Its path must begin with a slash, or with http:// or https:// and a host.")
        }
        let names = segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        guard !names.contains(""), Set(names).count == names.count else {
            throw Mistake(reason: "Each parameter of its path needs a different name, such as `:id`.")
        }
    }

    /// The pattern of the requests with the same method, URL and query.
    ///
    /// - Parameter hasOrigin: Whether the host must be the same, too.
    init(_ request: Request, hasOrigin: Bool) {
        self.init(
            method: request.method,
            url: request.url.absoluteString[...],
            hasOrigin: hasOrigin,
            allowsParameters: false
        )
    }

    /// The pattern of a request. A server's request has the host of its `Host` field.
    init(_ request: RecordedRequest) {
        let host = request.url.hasPrefix("/") ? request.headers["Host"] : nil
        let url = host.map { "http://\($0)\(request.url)" } ?? request.url
        self.init(method: request.method, url: url[...], allowsParameters: false)
    }

    private init(method: HTTPMethod, url: Substring, hasOrigin: Bool = true, allowsParameters: Bool) {
        self.method = method
        let url = url.prefix { $0 != "#" }
        var rest = url
        var origin: String?
        if !url.hasPrefix("/"), let scheme = url.range(of: "://") {
            let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
            rest = url[authority.endIndex...]
            origin = Self.origin(scheme: url[..<scheme.lowerBound].lowercased(), authority: authority.lowercased())
        }
        self.origin = hasOrigin ? origin : nil
        let path = rest.prefix { $0 != "?" }
        segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            allowsParameters && segment.hasPrefix(":")
                ? .parameter(String(segment.dropFirst())) : .literal(Self.normalized(segment))
        }
        let items = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...].split(separator: "&") }
        allowsMoreItems = allowsParameters && items?.contains("*") == true
        let required = allowsMoreItems ? items?.filter { $0 != "*" } : items
        // `?*` allows any query, also none.
        query = allowsMoreItems && required?.isEmpty == true ? nil : required?.map(Self.normalized).sorted()
    }

    /// `nil` for a scheme other than http and https, or without a host.
    private static func origin(scheme: String, authority: String) -> String? {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard scheme == "http" || scheme == "https", !host.isEmpty else { return nil }
        let port = scheme == "http" ? ":80" : ":443"
        return "\(scheme)://\(host.hasSuffix(port) ? String(host.dropLast(port.count)) : host)"
    }

    /// The decoded text in NFC. Text whose bytes aren't UTF-8 stays encoded.
    private static func normalized(_ text: Substring) -> String {
        (text.removingPercentEncoding ?? String(text)).precomposedStringWithCanonicalMapping
    }

    /// The segments as text: `/users/:id`.
    var path: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .parameter(let name): "/:\(name)"
            }
        }.joined()
    }

    /// The numbers of details of the pattern. If several routes match, the route with the largest numbers is used.
    var specificity: [Int] {
        let literals = segments.count { if case .literal = $0 { true } else { false } }
        let items = allowsMoreItems || query == nil ? query?.count ?? 0 : Int.max
        return [literals, items, origin == nil ? 0 : 1]
    }

    /// The items of the query that a request lacks, or has in addition although it may not.
    func queryDifference(to request: RoutePattern) -> (missing: [String], additional: [String]) {
        guard let query else { return ([], []) }
        var additional = request.query ?? []
        let missing = query.filter { item in
            guard let index = additional.firstIndex(of: item) else { return true }
            additional.remove(at: index)
            return false
        }
        return (missing, allowsMoreItems ? [] : additional)
    }

    /// The values of the parameters for a request. `nil` if the request doesn't match.
    func parameters(of request: RoutePattern) -> [String: String]? {
        guard method == request.method, segments.count == request.segments.count,
            origin == nil || origin == request.origin, queryDifference(to: request) == ([], [])
        else { return nil }
        var parameters: [String: String] = [:]
        for (own, other) in zip(segments, request.segments) {
            switch (own, other) {
            case (.parameter(let name), .literal(let value)): parameters[name] = value
            case (.literal(let text), .literal(let value)) where text == value: break
            default: return nil
            }
        }
        return parameters
    }

    /// Whether both patterns match the same requests.
    func isEquivalent(to other: RoutePattern) -> Bool {
        method == other.method && origin == other.origin && query == other.query
            && (allowsMoreItems == other.allowsMoreItems || query == nil)
            && segments.elementsEqual(other.segments) { own, other in
                switch (own, other) {
                case (.literal(let text), .literal(let otherText)): text == otherText
                case (.parameter, .parameter): true
                default: false
                }
            }
    }
}

extension HTTPMethod {
    /// The methods of RFC 9110, PATCH (RFC 5789) and QUERY (RFC 10008).
    fileprivate static let common: [HTTPMethod] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
    ]
}
