import Foundation

/// The scheme, host and port of a URL (RFC 9110, section 4.3.1).
package struct Origin: Hashable, Sendable {
    /// For example `https://api.example.com`, in lower case, without user info and without the default port.
    package let text: String

    /// A value that represents all origins together.
    package static let any = Origin(text: "")

    private init(text: String) {
        self.text = text
    }

    package init(_ url: URL) {
        self.init(ofURL: url.absoluteString)
    }

    package init(ofURL url: String) {
        var url = url
        text = url.withUTF8(Self.text)
    }

    private static func text(of url: UnsafeBufferPointer<UInt8>) -> String {
        // A valid URL has an authority. For any other URL, the whole text is the origin.
        let scheme = url.prefix { $0 != UInt8(ascii: ":") }
        let hasAuthority = url[scheme.endIndex...].prefix(3).isEqual(to: "://")
        let start = hasAuthority ? scheme.endIndex + 3 : 0
        var authority = url[start...]
        if hasAuthority {
            authority = authority.prefix { !$0.endsAuthority }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
            let defaultPort: StaticString = scheme.count == 5 ? ":443" : ":80"
            if authority.suffix(defaultPort.utf8CodeUnitCount).isEqual(to: defaultPort) {
                authority = authority.dropLast(defaultPort.utf8CodeUnitCount)
            } else if authority.last == UInt8(ascii: ":") {
                authority = authority.dropLast()
            }
        }
        let bytes = [url[..<start], authority].joined().map(\.asciiLowercased)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
    fileprivate func isEqual(to text: StaticString) -> Bool {
        FieldLine.isEqual(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: self)), text)
    }
}

extension Origin: CustomStringConvertible {
    package var description: String { text }
}

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). A URL without a port has the default
    /// port of its scheme.
    public func hasSameOrigin(as other: URL) -> Bool { Origin(self) == Origin(other) }

    /// Whether scheme, host and port are those of one of the other URLs.
    package func hasSameOrigin(asAnyOf others: [URL]) -> Bool { others.contains { hasSameOrigin(as: $0) } }
}

extension UInt8 {
    /// Whether this byte of a URL is the first one after its authority.
    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
