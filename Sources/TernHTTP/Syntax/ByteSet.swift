/// A set of ASCII bytes, such as those that a URL's path may hold without escapes. A test for membership is one shift.
package struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// The bytes of an ASCII text. Other bytes are ignored.
    package init(_ text: StaticString) {
        (low, high) = text.withUTF8Buffer { bytes in
            var words: (UInt64, UInt64) = (0, 0)
            for byte in bytes where byte < 64 { words.0 |= 1 << UInt64(byte) }
            for byte in bytes where (64..<128).contains(byte) { words.1 |= 1 << UInt64(byte - 64) }
            return words
        }
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    package func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word &>> UInt64(byte)) & 1 == 1
    }

    package func union(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low | other.low, high: high | other.high)
    }
}

extension ByteSet {
    /// `unreserved` (RFC 3986, section 2.3): the bytes that never need an escape.
    package static let unreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The bytes of a path: `pchar` without escapes, and the slash between segments (RFC 3986, section 3.3).
    package static let path = unreserved.union(ByteSet("!$&'()*+,;=:@/"))

    /// `tchar` (RFC 9110, section 5.6.2): the bytes of method and field names.
    package static let token = ByteSet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~"
    )

    /// The control characters, except the tab.
    package static let controls = ByteSet(low: 0xFFFF_FFFF ^ 1 << 0x09, high: 1 << (0x7F - 64))

    /// The bytes of `token68` before its equals signs (RFC 9110, section 11.2).
    package static let token68 = unreserved.union(ByteSet("+/"))

    /// The bytes that a query may hold without escapes (RFC 3986, section 3.4).
    package static let query = path.union(ByteSet("?"))
}
