import Tern

/// The line before a chunk (RFC 9112, section 7.1).
enum ChunkSize {
    /// - Parameter line: The line without its CRLF. Extensions after a `;` are ignored.
    static func parse(_ line: ArraySlice<UInt8>) throws(RequestParseError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        guard !digits.isEmpty, line.allSatisfy(\.isFieldValueByte) else {
            throw .malformed("A chunk size must be a hexadecimal number.")
        }
        var size = 0
        for digit in digits {
            guard let value = digit.hexDigitValue, size <= Int.max >> 4 else {
                throw .malformed("A chunk size must be a hexadecimal number below 2^63.")
            }
            size = size << 4 | Int(value)
        }
        return size
    }
}
