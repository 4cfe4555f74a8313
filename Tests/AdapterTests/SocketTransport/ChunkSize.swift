import Tern

/// The line before a chunk: its size, and extensions that are checked and ignored (RFC 9112, section 7.1).
enum ChunkSize {
    /// - Throws: `TernError` with code `.malformedResponse`.
    static func parse(_ line: ArraySlice<UInt8>) throws -> Int64 {
        let digits = line.prefix { isHexDigit($0) }
        guard (1...16).contains(digits.count), let size = Int64(String(decoding: digits, as: UTF8.self), radix: 16),
            isExtension(line[digits.endIndex...])
        else { throw Malformed.error("a malformed chunk size") }
        return size
    }

    // MARK: - Private

    private static func isExtension(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.isEmpty { return true }
        let rest = bytes.drop(while: isBlank)
        guard rest.first == UInt8(ascii: ";"), let first = rest.dropFirst().first(where: { !isBlank($0) }) else {
            return false
        }
        return isNameByte(first) && rest.allSatisfy { isBlank($0) || $0 > 0x20 && $0 != 0x7F }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
    }
}
