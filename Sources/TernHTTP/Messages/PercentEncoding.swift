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
    static func encode(_ text: some Sequence<UInt8>, keepingEscapesAnd allowed: ByteSet) -> String {
        var encoded: [UInt8] = []
        var remaining = Array(text)[...]
        while let byte = remaining.popFirst() {
            let isEscape = byte == percent && remaining.count >= 2 && remaining.prefix(2).allSatisfy(isHexDigit)
            if allowed.contains(byte) || isEscape {
                encoded.append(byte)
            } else {
                encoded += [percent, hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The bytes of a text, decoded once. A malformed sequence, such as `%zz`, stays as it is.
    package static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var remaining = Array(bytes)[...]
        while let byte = remaining.popFirst() {
            let digits = remaining.prefix(2)
            if byte == percent, digits.count == 2, digits.allSatisfy(isHexDigit),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                remaining.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    package static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }
}
