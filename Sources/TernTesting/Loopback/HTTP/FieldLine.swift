import Tern

/// Parses one field line (RFC 9112, section 5), without the tolerance that the RFC allows.
enum FieldLine {
    /// The name, and the value without surrounding whitespace.
    static func parse(_ line: ArraySlice<UInt8>) throws(RequestParseError) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        guard let first = line.first, !first.isBlank else {
            throw .malformed("A field line starts with whitespace; folded lines are not accepted.")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .malformed("A field line has no colon.")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
            throw .malformed("A field name is not a token. No whitespace is allowed before its colon.")
        }
        let value = line[(colon + 1)...].trimmingBlanks()
        guard value.allSatisfy(\.isFieldValueByte) else {
            throw .malformed("A field value contains a control character.")
        }
        return (name, value)
    }
}

extension ArraySlice<UInt8> {
    func trimmingBlanks() -> ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first.isBlank { slice.removeFirst() }
        while let last = slice.last, last.isBlank { slice.removeLast() }
        return slice
    }

    /// - Parameter lowercased: ASCII, in lower case.
    func isEqualIgnoringCase(to lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        return lowercased.withUTF8Buffer { expected in
            zip(self, expected).allSatisfy { byte, expected in
                byte == expected || (byte >= 0x41 && byte <= 0x5A && byte | 0x20 == expected)
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte is HTAB or any byte except a control character (RFC 9110, section 5.5).
    var isFieldValueByte: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }

    /// Whether the byte is allowed in a host and port (RFC 3986, section 3.2), without user info.
    var isHostByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x24...0x2E, 0x3A, 0x3B, 0x3D, 0x5B, 0x5D, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Whether the byte is allowed in a token (RFC 9110, section 5.6.2).
    var isTokenByte: Bool { ByteSet.token.contains(self) }
}
