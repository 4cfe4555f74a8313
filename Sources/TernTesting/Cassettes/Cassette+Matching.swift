import Foundation
import Tern

extension Cassette {
    /// What must be equal in a request and a recorded one.
    ///
    /// Values that are secrets by the rules of `Redaction` needn't be: the recording has other values.
    public struct Matching: OptionSet, Hashable, Sendable {
        /// One bit for each aspect.
        public let rawValue: Int

        /// Creates a set of aspects.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The case of the target, without its arguments, if a provider has sent both requests.
        public static let target = Self(rawValue: 1)
        /// The method.
        public static let method = Self(rawValue: 2)
        /// The scheme, the host and the port.
        public static let origin = Self(rawValue: 4)
        /// The path.
        public static let path = Self(rawValue: 8)
        /// The items of the query, in any order.
        public static let query = Self(rawValue: 16)
        /// The body: JSON with its members in any order, a form with its items in any order, the parts of a multipart
        /// form regardless of its boundary, and the bytes of any other body.
        public static let body = Self(rawValue: 32)

        /// All but the case.
        public static let standard: Self = [.method, .origin, .path, .query, .body]
    }
}

/// What a request is recognized by.
struct CassetteKey: Hashable, Sendable {
    private var target: String?
    private var method = ""
    private var origin = ""
    private var path = ""
    private var query: [String] = []
    private var body = Data()

    /// - Parameters:
    ///   - rules: Hide the values of secrets. `nil` for a key with all values.
    ///   - target: The name of the case. `nil` if it isn't known.
    init(
        _ request: RecordedRequest,
        _ matching: Cassette.Matching,
        hiding rules: Redaction?,
        target: String? = nil
    ) {
        var request = request
        if let rules {
            request.url = rules.text(ofURL: request.url)
            let type = request.headers["Content-Type"]
            if let text = rules.text(ofWholeBody: request.body, contentType: type) { request.body = Data(text.utf8) }
        }
        if matching.contains(.target) { self.target = target }
        if matching.contains(.method) { method = request.method.rawValue }
        let parts = URLParts(request.url)
        if matching.contains(.origin) { origin = parts.origin.lowercased() }
        if matching.contains(.path) { path = Redaction.percentDecoded(parts.path) }
        if matching.contains(.query), let text = parts.query {
            query = URLQueryItem.items(in: text, decodesPlus: false).map { "\($0.name)=\($0.value ?? "\0")" }.sorted()
        }
        if matching.contains(.body) { body = request.canonicalBody }
    }
}

/// The parts of an absolute URL, without its fragment.
private struct URLParts {
    let origin: Substring
    let path: Substring
    let query: String?

    init(_ url: String) {
        let bytes = url.utf8
        let scheme = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.startIndex
        let authority = bytes[scheme...].firstIndex { !":/".utf8.contains($0) } ?? bytes.endIndex
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let path = bytes[authority..<max(authority, end)].firstIndex { "/?".utf8.contains($0) } ?? end
        let question = bytes[path..<end].firstIndex(of: UInt8(ascii: "?"))
        origin = url[..<path]
        self.path = url[path..<(question ?? end)]
        query = question.map { String(url[bytes.index(after: $0)..<end]) }
    }
}

extension RecordedRequest {
    /// The body in one of the forms that mean the same.
    fileprivate var canonicalBody: Data {
        guard !body.isEmpty else { return Data() }
        let content = (try? decodedBody()) ?? body
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return Data(text.split(separator: "&").sorted().joined(separator: "&").utf8)
        }
        if type.hasPrefix("multipart/"), let parts = try? multipart() {
            return parts.reduce(into: Data()) { all, part in
                let head = [part.name, part.filename ?? "\0", part.contentType ?? "\0", "\(part.data.count)"]
                all += Data(head.joined(separator: "\n").utf8) + part.data
            }
        }
        if type.contains("json") || content.first.map({ "{[".utf8.contains($0) }) == true,
            let json = try? JSONSerialization.jsonObject(with: content, options: .fragmentsAllowed),
            let sorted = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        {
            return sorted
        }
        return content
    }
}
