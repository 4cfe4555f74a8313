import Foundation

extension URL {
    /// Whether scheme, host and port are those of `other` (RFC 6454, section 5). A URL without a port has the default
    /// port of its scheme.
    func hasSameOrigin(as other: URL) -> Bool {
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
        var slashes = 0
        var start = 0
        for index in 0..<min(first.count, second.count) {
            let byte = first[index]
            if slashes == 2, byte.endsAuthority { return index > start && second[index].endsAuthority }
            guard byte == second[index], byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else { return false }
            if byte == UInt8(ascii: "/") {
                slashes += 1
                start = index + 1
            }
        }
        // One of the texts ends here. The other text may have a path.
        let end = min(first.count, second.count)
        let next = first.count > end ? first[end] : second.count > end ? second[end] : nil
        return slashes == 2 && end > start && next?.endsAuthority != false
    }
}

extension UInt8 {
    /// Whether this byte of a URL is the first one after its authority.
    var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
