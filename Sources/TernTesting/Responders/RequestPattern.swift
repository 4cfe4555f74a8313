import Foundation
import Tern

/// The method and the URL of a request, in one form for all spellings that mean the same, or of a route.
struct RequestPattern: Sendable {
    /// The reason why the text of a route isn't valid.
    struct Mistake: Error {
        let reason: String
    }

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// Which spellings of a path and of a query mean the same.
    enum Spelling: Sendable {
        /// Those with the same text after decoding all escapes.
        case decoded
        /// Those that differ in escapes that aren't needed (RFC 3986, section 6.2.2).
        case escaped
        /// Those of a form: also a `+` for a space, and an item without a value for one with an empty value.
        case form
    }

    var method: HTTPMethod
    /// The scheme, the host and the port. `nil` for any origin.
    let origin: String?
    /// The path as written, for texts.
    let path: String
    let segments: [Segment]
    /// The items of the query as written, for texts. `nil` for any query.
    let items: [Substring]?
    /// The decoded items, sorted. `nil` for any query.
    let query: [String]?
    /// Whether a query may have further items.
    let allowsMoreItems: Bool

    /// - Throws: `Mistake` if the text isn't a method, one space, and a path or a URL.
    init(_ text: String) throws(Mistake) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(ByteSet.token.contains),
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
    init(_ request: RecordedRequest, _ spelling: Spelling = .decoded) {
        let host = request.url.hasPrefix("/") ? request.headers["Host"] : nil
        let url = host.map { "http://\($0)\(request.url)" } ?? request.url
        self.init(method: request.method, url: url[...], allowsParameters: false, spelling)
    }

    private init(
        method: HTTPMethod,
        url: Substring,
        hasOrigin: Bool = true,
        allowsParameters: Bool,
        _ spelling: Spelling = .decoded
    ) {
        self.method = method
        let url = url.utf8.firstIndex(of: UInt8(ascii: "#")).map { url[..<$0] } ?? url
        var rest = url
        var origin: String?
        let slash = UInt8(ascii: "/")
        if url.utf8.first != slash, let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            case let after = url.utf8[colon...].dropFirst(), after.first == slash, after.dropFirst().first == slash
        {
            let authority = after.dropFirst(2)
            let end = authority.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? url.endIndex
            rest = url[end...]
            origin = Self.origin(scheme: url[..<colon], authority: Substring(authority[..<end]))
        }
        self.origin = hasOrigin ? origin : nil
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = rest[..<(mark ?? rest.endIndex)]
        self.path = path.isEmpty ? "/" : String(path)
        segments = Substring(path.utf8.dropFirst()).parts(at: "/", omitsEmpty: false).map { segment in
            allowsParameters && segment.hasPrefix(":")
                ? .parameter(String(segment.dropFirst())) : .literal(Self.normalized(segment, spelling))
        }
        let items = mark.map { Substring(rest.utf8[$0...].dropFirst()).parts(at: "&") }
        allowsMoreItems = allowsParameters && items?.contains("*") == true
        let required = allowsMoreItems ? items?.filter { $0 != "*" } : items
        // `?*` allows any query, also none.
        self.items = allowsMoreItems && required?.isEmpty == true ? nil : required
        query = self.items?.map { Self.normalized($0, spelling, isItem: true) }.sorted()
    }

    /// `nil` for a scheme other than http and https, or without a host.
    private static func origin(scheme: Substring, authority: Substring) -> String? {
        let (scheme, authority) = (scheme.lowercased(), authority.lowercased())
        let start = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority.utf8.index(after: $0) }
        let host = authority[(start ?? authority.startIndex)...]
        guard scheme == "http" || scheme == "https", !host.isEmpty else { return nil }
        let port = scheme == "http" ? ":80" : ":443"
        return "\(scheme)://\(host.hasSuffix(port) ? host.dropLast(port.count) : host)"
    }

    /// Text whose decoded bytes aren't UTF-8 stays encoded.
    ///
    /// - Parameter isItem: Whether the text is an item of a query.
    static func normalized(_ text: Substring, _ spelling: Spelling = .decoded, isItem: Bool = false) -> String {
        switch spelling {
        case .decoded: return text.removingPercentEncoding ?? String(text)
        case .escaped: return escaped(text)
        case .form:
            guard isItem else { return normalized(text) }
            let item = text.replacing("+", with: " ")
            return normalized((item.contains("=") ? item : item + "=")[...])
        }
    }

    /// The text with exactly the escapes that it needs.
    private static func escaped(_ text: Substring) -> String {
        if text.utf8.allSatisfy(ByteSet.path.contains) { return String(text) }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let escape = PercentEncoding.byte(of: bytes, at: index)
            let byte = escape ?? bytes[index]
            let isPlain =
                escape == nil
                ? ByteSet.path.contains(byte) || byte == UInt8(ascii: "?") : ByteSet.unreserved.contains(byte)
            if isPlain { result.append(byte) } else { PercentEncoding.append(byte, to: &result) }
            index += escape == nil ? 1 : 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The numbers of details of the pattern. If several routes match, the route with the largest numbers is used.
    var specificity: [Int] {
        let literals = segments.count { if case .literal = $0 { true } else { false } }
        let items = allowsMoreItems || query == nil ? query?.count ?? 0 : Int.max
        return [literals, items, origin == nil ? 0 : 1]
    }

    /// The values of the parameters for a request. `nil` if the request doesn't match.
    func parameters(of request: RequestPattern) -> [String: String]? {
        guard method == request.method, origin == nil || origin == request.origin, otherSegments(of: request) == 0,
            hasQuery(of: request)
        else { return nil }
        var parameters: [String: String] = [:]
        for case (.parameter(let name), .literal(let value)) in zip(segments, request.segments) {
            parameters[name] = value
        }
        return parameters
    }

    /// The number of segments in which the path of a request differs.
    func otherSegments(of request: RequestPattern) -> Int {
        zip(segments, request.segments).count { own, other in
            if case (.literal(let text), .literal(let value)) = (own, other) { text != value } else { false }
        } + abs(segments.count - request.segments.count)
    }

    private func hasQuery(of request: RequestPattern) -> Bool {
        guard let query else { return true }
        return Self.hasItems(query, in: request.query ?? [], allowsMore: allowsMoreItems)
    }

    /// Whether decoded items are among others, each as often.
    ///
    /// - Parameter allowsMore: Whether there may be further ones.
    static func hasItems(_ expected: [String], in items: [String], allowsMore: Bool) -> Bool {
        var rest = items
        for item in expected {
            guard let index = rest.firstIndex(of: item) else { return false }
            rest.remove(at: index)
        }
        return allowsMore || rest.isEmpty
    }

    /// Whether both patterns match the same requests.
    func isEquivalent(to other: RequestPattern) -> Bool {
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
