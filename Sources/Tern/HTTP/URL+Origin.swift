import Foundation

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). A URL without a port has the default
    /// port of its scheme.
    package func hasSameOrigin(as other: URL) -> Bool {
        // Most URLs of a call begin with the same bytes, and parsing them costs more than the comparison.
        Self.haveSameBeginning(absoluteString, other.absoluteString) || Origin(self) == Origin(other)
    }

    /// Whether scheme and authority are written with the same bytes.
    private static func haveSameBeginning(_ first: String, _ second: String) -> Bool {
        let isSame = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in haveSameBeginning(first, second) }
        }
        return isSame == true
    }

    private static func haveSameBeginning(
        _ first: UnsafeBufferPointer<UInt8>,
        _ second: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let start = first.baseAddress, let other = second.baseAddress else { return false }
        let end = endOfAuthority(first)
        guard end > 0, second.count >= end, memcmp(start, other, end) == 0 else { return false }
        return second.count == end || second[end].endsAuthority
    }

    /// The number of bytes of scheme and authority. 0 if the URL has no authority.
    private static func endOfAuthority(_ url: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = url.baseAddress, let colon = memchr(base, Int32(UInt8(ascii: ":")), url.count) else {
            return 0
        }
        let start = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(colon)) + 3
        guard url.count > start, url[start - 2] == UInt8(ascii: "/"), url[start - 1] == UInt8(ascii: "/") else {
            return 0
        }
        var end = start
        while end < url.count, !url[end].endsAuthority { end += 1 }
        return end > start ? end : 0
    }
}

extension UInt8 {
    /// Whether this byte of a URL is the first one after its authority.
    var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
