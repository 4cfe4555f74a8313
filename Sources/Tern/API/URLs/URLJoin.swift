import Foundation

/// Joins a target's base URL and path to the URL of its request, by the rules that ``Foundation/URL/init(target:)``
/// documents.
enum URLJoin {
    /// A base and a path that can't be joined.
    struct Failure: Error, Hashable {
        /// Names the faulty part, the fault and the remedy. Quotes neither base nor path, since both may contain
        /// secrets.
        let reason: String
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The text of the URL for a path below a base URL.
    static func join(base: URL, path: String) throws(Failure) -> String {
        var (base, path) = (base.absoluteString, path)
        return try base.withUTF8 { base in
            path.withUTF8 { path in
                Result { () throws(Failure) in try join(base, path) }
            }
        }.get()
    }

    /// The URL with a query added after the existing one, if any. An empty query changes nothing.
    ///
    /// - Parameters:
    ///   - query: An encoded query without `?`.
    ///   - url: A URL without a fragment.
    static func appendQuery(_ query: String, to url: String) -> String {
        if query.isEmpty { return url }
        var result = url
        result.reserveCapacity(url.utf8.count + query.utf8.count + 1)
        result += querySeparator(after: url.utf8)
        result += query
        return result
    }

    /// The separator between a URL and an added query: `?`, `&`, or nothing if the URL ends with one of them.
    static func querySeparator(after url: some BidirectionalCollection<UInt8>) -> String {
        guard url.contains(UInt8(ascii: "?")) else { return "?" }
        return url.last == UInt8(ascii: "?") || url.last == UInt8(ascii: "&") ? "" : "&"
    }

    /// Whether the text has `://` at this index.
    static func isSchemeEnd(_ text: Bytes, at index: Int) -> Bool {
        index + 2 < text.count && text[index] == UInt8(ascii: ":") && text[index + 1] == slash
            && text[index + 2] == slash
    }

    // MARK: - Private

    private static var slash: UInt8 { UInt8(ascii: "/") }

    private static func join(_ base: Bytes, _ path: Bytes) throws(Failure) -> String {
        let pathEnd = try URLJoin.pathEnd(ofBase: base)
        if path.isEmpty { return String(decoding: base, as: UTF8.self) }
        try refuseOtherHosts(path)
        guard isPlain(path) else {
            var writer = URLJoinWriter(base: base, basePathEnd: pathEnd, capacity: base.count + 2 * path.count + 8)
            return try writer.write(path)
        }

        let hasSlash = base[pathEnd - 1] == slash
        let tail = path[0] == slash ? path[1...] : path[0...]
        return String(unsafeUninitializedCapacity: base.count + tail.count + 1) { output in
            var end = 0
            func append(_ bytes: Slice<Bytes>) {
                let rest = UnsafeMutableBufferPointer(rebasing: output[end...])
                end += rest.update(fromContentsOf: Bytes(rebasing: bytes))
            }
            append(base[..<pathEnd])
            if !hasSlash {
                output[end] = slash
                end += 1
            }
            append(tail)
            append(base[pathEnd...])
            return end
        }
    }

    /// Whether the path can be appended unchanged: it has no percent sign, no query, no possible dot segment, and no
    /// character that needs an escape.
    private static func isPlain(_ path: Bytes) -> Bool {
        let allowed = ByteSet.path
        var startsSegment = true
        for byte in path {
            if !allowed.contains(byte) || (startsSegment && byte == UInt8(ascii: ".")) { return false }
            startsSegment = byte == slash
        }
        return true
    }

    private static func refuseOtherHosts(_ path: Bytes) throws(Failure) {
        if path.count > 1, path[0] == slash, path[1] == slash {
            throw Failure(
                reason:
                    "The path begins with \"//\", which would name another host. Check whether its first argument is "
                    + "empty; otherwise begin the path with one slash."
            )
        }
        if let colon = path.firstIndex(where: { !isSchemeByte($0) }), colon > 0, isSchemeEnd(path, at: colon) {
            throw Failure(
                reason: "The path is an absolute URL. Put scheme and host into baseURL, and only the part after the "
                    + "host into path."
            )
        }
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte.asciiLowercased {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
