import Foundation
import Tern

/// What a request is recognized by.
struct CassetteKey: Hashable, Sendable {
    /// All but the body, one line each.
    private let head: String
    /// `nil` if any body is equal.
    private var body: Data?

    /// - Parameters:
    ///   - rules: Hide the values of secrets. `nil` for a key with all values.
    ///   - isEverywhere: Whether they hide these values also where no name tells that they are secrets.
    ///   - target: The name of the case. `nil` if it isn't known.
    ///   - isDecoded: Whether the path and the query are compared without their escapes, and with a `+` for a space, since
    ///     browsers (URL standard) and proxies escape other characters than Tern. `false` by default.
    init(
        _ request: RecordedRequest,
        _ matching: Cassette.Matching,
        hiding rules: Redaction?,
        isEverywhere: Bool = false,
        target: String? = nil,
        isDecoded: Bool = false
    ) {
        let request =
            rules.map { CassetteRedaction.hidingSecrets(of: request, by: $0, isEverywhere: isEverywhere) } ?? request
        var url = request.url
        var head: [UInt8] = []
        head.reserveCapacity(url.utf8.count + 64)
        if matching.contains(.target) { head += (target ?? "").utf8 }
        head.append(0x0a)
        if matching.contains(.method) { head += request.method.rawValue.utf8 }
        head.append(0x0a)
        if matching.contains(.range), let range = request.headers["Range"] { head += range.utf8 }
        head.append(0x0a)
        url.withUTF8 { Self.add($0[...], matching, isDecoded: isDecoded, to: &head) }
        self.head = String(decoding: head, as: UTF8.self)
        if matching.contains(.body) { body = request.canonicalBody }
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// - Parameter url: An absolute URL.
    private static func add(_ url: Bytes, _ matching: Cassette.Matching, isDecoded: Bool, to head: inout [UInt8]) {
        let url = url.prefix { $0 != UInt8(ascii: "#") }
        let scheme = url.firstIndex(of: UInt8(ascii: ":")) ?? url.startIndex
        let authority = url[scheme...].firstIndex { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") } ?? url.endIndex
        let rest = url[authority...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let path = rest.prefix { $0 != UInt8(ascii: "?") }
        if matching.contains(.origin) {
            let start = head.count
            for byte in url[..<rest.startIndex] { head.append((65...90).contains(byte) ? byte | 32 : byte) }
            removeDefaultPort(from: &head, after: start)
        }
        head.append(0x0a)
        if matching.contains(.path) {
            // An empty path is "/" (RFC 9110, section 4.2.3).
            if path.isEmpty { head.append(UInt8(ascii: "/")) }
            if isDecoded { addDecoded(path, to: &head) } else { addNormalized(path, to: &head) }
        }
        guard matching.contains(.query), path.endIndex < rest.endIndex else { return }
        if isDecoded { return addItems(rest[path.endIndex...].dropFirst(), to: &head) }
        head.append(0x0a)
        let items = rest[path.endIndex...].dropFirst().split(separator: UInt8(ascii: "&"))
        guard items.count > 1 else {
            if let item = items.first { addNormalized(item, to: &head) }
            return
        }
        var normalized = items.map { item in
            var bytes: [UInt8] = []
            addNormalized(item, to: &bytes)
            return bytes
        }
        normalized.sort { $0.lexicographicallyPrecedes($1) }
        head += normalized.joined(separator: [UInt8(ascii: "&")])
    }

    /// Removes the port that is the default of the scheme (RFC 9110, section 4.2.3).
    private static func removeDefaultPort(from head: inout [UInt8], after start: Int) {
        for (scheme, port) in [("https:", ":443"), ("http:", ":80")]
        where head[start...].starts(with: scheme.utf8) && head.suffix(port.utf8.count).elementsEqual(port.utf8) {
            head.removeLast(port.utf8.count)
        }
    }

    /// Adds a path without escapes, except those of a slash.
    private static func addDecoded(_ path: Bytes, to head: inout [UInt8]) {
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            for byte in PercentEncoding.decoded(Array(segment)) {
                add(byte, isPlain: byte != UInt8(ascii: "/") && byte != PercentEncoding.percent, to: &head)
            }
            head.append(UInt8(ascii: "/"))
        }
    }

    /// Adds the decoded items of a query, in a fixed order. An item without a value has an empty one.
    private static func addItems(_ query: Bytes, to head: inout [UInt8]) {
        let items = URLQueryItem.items(in: String(decoding: query, as: UTF8.self), decodesPlus: true)
        for item in items.map({ "\($0.name)\0\($0.value ?? "")\0" }).sorted() { head += item.utf8 }
    }

    /// Adds a text in which no escape stands for an unreserved character (RFC 3986, section 6.2.2), and no character that
    /// needs an escape has none.
    private static func addNormalized(_ text: Bytes, to head: inout [UInt8]) {
        var rest = text
        while let byte = rest.popFirst() {
            let digits = byte == PercentEncoding.percent ? rest.prefix(2) : rest.prefix(0)
            if digits.count == 2, let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                rest = rest.dropFirst(2)
                add(escaped, isPlain: ByteSet.unreserved.contains(escaped), to: &head)
            } else {
                add(byte, isPlain: ByteSet.path.contains(byte) || byte == UInt8(ascii: "?"), to: &head)
            }
        }
    }

    private static func add(_ byte: UInt8, isPlain: Bool, to head: inout [UInt8]) {
        if isPlain { return head.append(byte) }
        head += [PercentEncoding.percent, PercentEncoding.hexDigit(byte >> 4), PercentEncoding.hexDigit(byte & 15)]
    }
}

extension RecordedRequest {
    /// The body in one of the forms that mean the same.
    fileprivate var canonicalBody: Data {
        guard !body.isEmpty else { return Data() }
        let content = (try? decodedBody()) ?? body
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let items = URLQueryItem.items(in: String(decoding: content, as: UTF8.self), decodesPlus: true)
            return Data(items.map { "\($0.name)\0\($0.value ?? "\0")" }.sorted().joined(separator: "\0\0").utf8)
        }
        if type.hasPrefix("multipart/"), let parts = try? multipart() {
            return parts.reduce(into: Data()) { all, part in
                let head = [part.name, part.filename ?? "\0", part.contentType ?? "\0", "\(part.data.count)"]
                all += Data(head.joined(separator: "\n").utf8) + part.data
            }
        }
        if type.contains("json") || content.first.map({ "{[".utf8.contains($0) }) == true,
            let json = try? JSONReader.object(from: content),
            let sorted = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        {
            return sorted
        }
        return content
    }
}
