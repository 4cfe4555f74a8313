import Foundation

/// The content of a JSON string.
struct JSONString {
    private let bytes: UnsafeRawBufferPointer
    /// What is left, without the quotation mark at the end.
    private var rest: Range<Int>

    /// - Parameter place: That of the string, with its quotation marks.
    init(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>) {
        self.bytes = bytes
        rest = place.lowerBound + 1..<place.upperBound - 1
    }

    var text: String {
        get throws {
            let isPlain = bytes.baseAddress.map { memchr($0 + rest.lowerBound, 0x5c, rest.count) == nil } ?? true
            return try isPlain ? String(decoding: bytes[rest], as: UTF8.self) : String(decoding: utf8, as: UTF8.self)
        }
    }

    /// The content in UTF-8.
    var utf8: Data {
        get throws {
            var string = self
            return try string.decoded()
        }
    }

    // MARK: - Private

    private mutating func decoded() throws -> Data {
        guard let base = bytes.baseAddress, !rest.isEmpty else { return Data() }
        // An escape is never shorter than its character.
        var content = Data(count: rest.count)
        let end = try content.withUnsafeMutableBytes { output in
            var count = 0
            while !rest.isEmpty {
                let start = rest.lowerBound
                // Most of a text has no escapes.
                let found = memchr(base + start, 0x5c, rest.count)
                let plain = found.map { base.distance(to: UnsafeRawPointer($0)) - start } ?? rest.count
                UnsafeMutableRawBufferPointer(rebasing: output[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(start: base + start, count: plain))
                count += plain
                rest = start + plain..<rest.upperBound
                guard !rest.isEmpty else { break }
                if let byte = escapedByte() {
                    output[count] = byte
                    count += 1
                    continue
                }
                for byte in UTF8.encode(try escape()) ?? .init() {
                    output[count] = byte
                    count += 1
                }
            }
            return count
        }
        content.removeSubrange(end...)
        return content
    }

    /// The byte of a single surrogate from U+DC80 to U+DCFF, with which Python writes a byte that isn't UTF-8 (PEP 383). The
    /// second surrogate of a pair is never at the beginning of the rest.
    private mutating func escapedByte() -> UInt8? {
        let start = rest.lowerBound
        guard rest.count >= 6, bytes[start + 1] == UInt8(ascii: "u"), "dD".utf8.contains(bytes[start + 2]),
            "cC".utf8.contains(bytes[start + 3]),
            let byte = UInt8(String(decoding: bytes[start + 4..<start + 6], as: UTF8.self), radix: 16), byte >= 0x80
        else { return nil }
        rest = start + 6..<rest.upperBound
        return byte
    }

    /// The character of the escape at the beginning of the rest.
    private mutating func escape() throws -> Unicode.Scalar {
        let start = rest.lowerBound
        guard rest.count >= 2 else { throw failure(start) }
        rest = start + 2..<rest.upperBound
        switch bytes[start + 1] {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "u"): return try codePoint(start)
        case let byte where "\"\\/".utf8.contains(byte): return Unicode.Scalar(byte)
        default: throw failure(start)
        }
    }

    /// The scalar of one escape with four digits, or of two with a surrogate pair. A single surrogate, which no text can
    /// have, is U+FFFD.
    private mutating func codePoint(_ start: Int) throws -> Unicode.Scalar {
        let unit = try unit(start)
        let isFollowed = rest.count >= 6 && bytes[rest.lowerBound..<rest.lowerBound + 2].elementsEqual("\\u".utf8)
        guard UTF16.isLeadSurrogate(unit), isFollowed else { return Unicode.Scalar(unit) ?? "\u{fffd}" }
        let before = rest
        rest = rest.lowerBound + 2..<rest.upperBound
        let second = try self.unit(start)
        guard UTF16.isTrailSurrogate(second) else {
            rest = before
            return "\u{fffd}"
        }
        return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(second) - 0xdc00)) ?? "\u{fffd}"
    }

    private mutating func unit(_ start: Int) throws -> UInt16 {
        guard rest.count >= 4,
            let unit = UInt16(String(decoding: bytes[rest.lowerBound..<rest.lowerBound + 4], as: UTF8.self), radix: 16)
        else { throw failure(start) }
        rest = rest.lowerBound + 4..<rest.upperBound
        return unit
    }

    private func failure(_ offset: Int) -> JSONScanner.Failure {
        JSONScanner.Failure(offset: offset, expected: "an escape sequence")
    }
}
