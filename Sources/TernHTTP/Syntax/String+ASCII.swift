extension String {
    /// Whether two texts are equal, ignoring the case of ASCII letters: the comparison for field names and media types.
    package func isEqualIgnoringASCIICase(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var others = other.utf8.makeIterator()
        for byte in utf8 {
            guard let other = others.next(), byte == other || byte.asciiLowercased == other.asciiLowercased else {
                return false
            }
        }
        return true
    }

    /// The text with its ASCII letters in lowercase.
    var asciiLowercased: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }

    /// Whether all bytes of the text in UTF-8 are in a set.
    package func hasOnly(_ bytes: ByteSet) -> Bool {
        var text = self
        return text.withUTF8 { $0.allSatisfy(bytes.contains) }
    }

    /// Whether a byte of the text in UTF-8 is in a set.
    package func hasAny(_ bytes: ByteSet) -> Bool {
        var text = self
        return text.withUTF8 { $0.contains(where: bytes.contains) }
    }
}

extension UInt8 {
    package var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// Whether the byte is a space or a tab.
    package var isBlank: Bool { self == 0x20 || self == 0x09 }

    package var isDigit: Bool { 0x30...0x39 ~= self }

    /// The value of a hexadecimal digit. `nil` for any other byte.
    package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
