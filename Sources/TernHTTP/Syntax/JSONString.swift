import Foundation

/// The content of a JSON string.
package struct JSONString {
    private let bytes: UnsafeRawBufferPointer
    /// The place of the content, without the quotation marks.
    private let place: Range<Int>

    /// - Parameter place: That of the string, with its quotation marks.
    package init(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>) {
        self.bytes = bytes
        self.place = place.lowerBound + 1..<place.upperBound - 1
    }

    package var text: String {
        get throws(JSONScanner.Failure) {
            guard nextEscape(from: place.lowerBound) < place.upperBound else {
                return String(decoding: bytes[place], as: UTF8.self)
            }
            return String(decoding: try utf8, as: UTF8.self)
        }
    }

    /// The content in UTF-8.
    package var utf8: Data {
        get throws(JSONScanner.Failure) {
            guard let base = bytes.baseAddress, !place.isEmpty else { return Data() }
            // An escape is never shorter than its character.
            var content = Data(count: place.count)
            let end = content.withUnsafeMutableBytes { output -> Result<Int, JSONScanner.Failure> in
                var (count, index) = (0, place.lowerBound)
                while true {
                    // Most of a text has no escapes.
                    let next = nextEscape(from: index)
                    UnsafeMutableRawBufferPointer(rebasing: output[count...])
                        .copyMemory(from: UnsafeRawBufferPointer(start: base + index, count: next - index))
                    count += next - index
                    guard next < place.upperBound else { return .success(count) }
                    let length = Self.readEscape(bytes, at: next, before: place.upperBound) { byte in
                        output[count] = byte
                        count += 1
                    }
                    guard let length else { return .failure(.init(offset: next, expected: "an escape sequence")) }
                    index = next + length
                }
            }
            content.removeSubrange(try end.get()...)
            return content
        }
    }

    /// Reads an escape sequence (RFC 8259, section 7), or two for a character beyond U+FFFF.
    ///
    /// A single surrogate, which no text can have, is U+FFFD. But one from U+DC80 to U+DCFF is a byte: Python writes
    /// bytes that aren't UTF-8 so (PEP 383).
    ///
    /// - Parameter write: Receives the bytes of the character in UTF-8.
    /// - Returns: The length of the sequence. `nil` if it is malformed.
    package static func readEscape(
        _ bytes: UnsafeRawBufferPointer,
        at start: Int,
        before end: Int,
        _ write: (UInt8) -> Void
    ) -> Int? {
        guard start + 1 < end else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "n"): write(0x0A)
        case UInt8(ascii: "r"): write(0x0D)
        case UInt8(ascii: "t"): write(0x09)
        case UInt8(ascii: "b"): write(0x08)
        case UInt8(ascii: "f"): write(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): write(bytes[start + 1])
        case UInt8(ascii: "u"):
            guard let unit = unit(bytes, at: start + 2, before: end) else { return nil }
            if 0xDC80...0xDCFF ~= unit {
                write(UInt8(unit & 0xFF))
                return 6
            }
            var scalar = Unicode.Scalar(unit)
            var length = 6
            if UTF16.isLeadSurrogate(unit), start + 7 < end, bytes[start + 6] == UInt8(ascii: "\\"),
                bytes[start + 7] == UInt8(ascii: "u"), let second = self.unit(bytes, at: start + 8, before: end),
                UTF16.isTrailSurrogate(second)
            {
                scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
                length = 12
            }
            for byte in String(scalar ?? "\u{FFFD}").utf8 { write(byte) }
            return length
        default: return nil
        }
        return 2
    }

    // MARK: - Private

    /// The place of the next backslash, or the end of the content.
    private func nextEscape(from start: Int) -> Int {
        guard let base = bytes.baseAddress, start < place.upperBound,
            let found = memchr(base + start, 0x5C, place.upperBound - start)
        else { return place.upperBound }
        return base.distance(to: UnsafeRawPointer(found))
    }

    private static func unit(_ bytes: UnsafeRawBufferPointer, at start: Int, before end: Int) -> UInt16? {
        guard start + 4 <= end else { return nil }
        var unit: UInt16 = 0
        for index in start..<start + 4 {
            guard let digit = bytes[index].hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
