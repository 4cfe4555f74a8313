import Foundation

/// The scheme, host and port of a URL (RFC 9110, section 4.3.1).
struct Origin: Hashable, Sendable {
    /// For example `https://api.example.com`, in lower case, without user info and without the default port.
    let text: String

    /// A value that represents all origins together.
    static let any = Origin(text: "")

    private init(text: String) {
        self.text = text
    }

    init(_ url: URL) {
        self.init(ofURL: url.absoluteString)
    }

    init(ofURL url: String) {
        var url = url
        text = url.withUTF8(Self.text)
    }

    /// Whether the text of a URL begins with this origin. `false` if the URL has the same origin in another notation.
    func isWritten(in url: String) -> Bool {
        let isWritten = url.utf8.withContiguousStorageIfAvailable { url in
            text.utf8.withContiguousStorageIfAvailable { text in
                guard url.count >= text.count, let start = url.baseAddress, let own = text.baseAddress,
                    memcmp(start, own, text.count) == 0
                else { return false }
                return url.count == text.count || url[text.count].endsAuthority
            }
        }
        return isWritten == true
    }

    private static func text(of url: UnsafeBufferPointer<UInt8>) -> String {
        // A valid URL has an authority. For any other URL, the whole text is the origin.
        let scheme = url.prefix { $0 != UInt8(ascii: ":") }
        let hasAuthority = url[scheme.endIndex...].starts(with: "://".utf8)
        let start = hasAuthority ? scheme.endIndex + 3 : 0
        var authority = url[start...]
        if hasAuthority {
            authority = authority.prefix { !$0.endsAuthority }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
            let defaultPort = scheme.count == 5 ? ":443" : ":80"
            if authority.hasSuffix(defaultPort.utf8) {
                authority = authority.dropLast(defaultPort.utf8.count)
            } else if authority.last == UInt8(ascii: ":") {
                authority = authority.dropLast()
            }
        }
        let bytes = [url[..<start], authority].joined().map(\.asciiLowercased)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
    fileprivate func hasSuffix(_ suffix: String.UTF8View) -> Bool {
        count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
    }
}

extension Response {
    /// Whether this origin has sent the response, not one to which it has redirected the request. `true` without a URL.
    func isSent(by origin: Origin) -> Bool { url.map { Origin($0) == origin } ?? true }
}

extension Origin: CustomStringConvertible {
    var description: String { text }
}

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). A URL without a port has the default
    /// port of its scheme.
    package func hasSameOrigin(as other: URL) -> Bool {
        let origin = Origin(self)
        return origin.isWritten(in: other.absoluteString) || origin == Origin(other)
    }
}

extension UInt8 {
    /// Whether this byte of a URL is the first one after its authority.
    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
