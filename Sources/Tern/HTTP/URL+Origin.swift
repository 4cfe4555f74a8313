import Foundation

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). The port of a URL without one is that of
    /// its scheme.
    func hasSameOrigin(as other: URL) -> Bool {
        // Most URLs of a call begin with the same bytes, and parsing them costs more than the comparison.
        Self.haveSameBeginning(absoluteString, other.absoluteString) || Origin(self) == Origin(other)
    }

    /// Whether scheme and authority are written with the same bytes.
    private static func haveSameBeginning(_ first: String, _ second: String) -> Bool {
        var (bytes, otherBytes) = (first.utf8.makeIterator(), second.utf8.makeIterator())
        var slashes = 0
        var isEmpty = true
        while slashes < 2 {
            guard let byte = bytes.next(), byte == otherBytes.next(), byte != UInt8(ascii: "?"),
                byte != UInt8(ascii: "#")
            else { return false }
            if byte == UInt8(ascii: "/") { slashes += 1 }
        }
        while true {
            let (byte, other) = (bytes.next(), otherBytes.next())
            if endsAuthority(byte) { return !isEmpty && endsAuthority(other) }
            guard byte == other else { return false }
            isEmpty = false
        }
    }

    private static func endsAuthority(_ byte: UInt8?) -> Bool {
        switch byte {
        case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }
}
