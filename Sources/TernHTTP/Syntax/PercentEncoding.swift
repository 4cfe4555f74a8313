/// Percent-encoding of UTF-8 bytes (RFC 3986, section 2.1), with upper-case hexadecimal digits.
package enum PercentEncoding {
    package static let percent = UInt8(ascii: "%")

    /// `text` with every byte outside `allowed` escaped.
    ///
    /// - Parameter spacesAsPlus: Whether a space becomes `+` instead of `%20`.
    package static func encode(_ text: String, keeping allowed: ByteSet, spacesAsPlus: Bool = false) -> String {
        var text = text
        let encoded: String? = text.withUTF8 { bytes in
            let escapes = bytes.reduce(0) { allowed.contains($1) ? $0 : $0 + 1 }
            if escapes == 0 { return nil }
            return String(unsafeUninitializedCapacity: bytes.count + 2 * escapes) { output in
                var end = 0
                for byte in bytes {
                    if allowed.contains(byte) {
                        output[end] = byte
                        end += 1
                    } else if spacesAsPlus, byte == UInt8(ascii: " ") {
                        output[end] = UInt8(ascii: "+")
                        end += 1
                    } else {
                        output[end] = percent
                        output[end + 1] = hexDigit(byte >> 4)
                        output[end + 2] = hexDigit(byte & 15)
                        end += 3
                    }
                }
                return end
            }
        }
        return encoded ?? text
    }

    /// `text` with every byte outside `allowed` escaped, except those of valid escapes, which stay unchanged.
    static func encode(_ text: [UInt8], keepingEscapesAnd allowed: ByteSet) -> String {
        var encoded: [UInt8] = []
        for (index, byte) in text.enumerated() {
            if allowed.contains(byte) || self.byte(of: text, at: index) != nil {
                encoded.append(byte)
            } else {
                append(byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Appends the escape of a byte.
    package static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(percent)
        text.append(hexDigit(byte >> 4))
        text.append(hexDigit(byte & 15))
    }

    /// The byte of the escape at an index, which has three bytes. `nil` if there is none, or if it is malformed, such as
    /// `%zz`.
    package static func byte(of text: [UInt8], at index: Int) -> UInt8? {
        text.withUnsafeBufferPointer { byte(of: $0, at: index) }
    }

    package static func byte(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
        guard text[index] == percent, index + 2 < text.count, let high = text[index + 1].hexDigitValue,
            let low = text[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }

    /// The bytes of a text, decoded once. A malformed escape stays as it is.
    package static func decoded(_ text: [UInt8]) -> [UInt8] { decode(text).bytes }

    package static func decoded(_ text: String) -> String { String(decoding: decoded(Array(text.utf8)), as: UTF8.self) }

    /// The bytes of a text without malformed escapes. `nil` for any other text.
    static func strictlyDecoded(_ text: String) -> [UInt8]? {
        let (bytes, hasMalformed) = decode(Array(text.utf8))
        return hasMalformed ? nil : bytes
    }

    package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    // MARK: - Private

    private static func decode(_ text: [UInt8]) -> (bytes: [UInt8], hasMalformed: Bool) {
        guard text.contains(percent) else { return (text, false) }
        var (bytes, hasMalformed, index): ([UInt8], Bool, Int) = ([], false, 0)
        while index < text.count {
            let escaped = byte(of: text, at: index)
            bytes.append(escaped ?? text[index])
            hasMalformed = hasMalformed || escaped == nil && text[index] == percent
            index += escaped == nil ? 1 : 3
        }
        return (bytes, hasMalformed)
    }
}
