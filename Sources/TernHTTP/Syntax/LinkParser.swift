import Foundation

/// Reads the links of one `Link` field value, by the algorithms of RFC 8288, appendix B. It ends at the first malformed
/// link.
struct LinkParser: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let base: URL?
    private var index = 0

    init(_ value: String, base: URL?) {
        bytes = Array(value.utf8)
        self.base = base
    }

    mutating func next() -> Response.Link? {
        // Empty elements of a list are ignored (RFC 9110, section 5.6.1.2).
        skipSpace()
        while take(",") { skipSpace() }
        guard take("<"), let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return end() }
        let reference = text(bytes[index..<end])
        index = end + 1
        let link = Response.Link(reference: reference, parameters: parameters(), base: base)
        if index < bytes.count, bytes[index] != UInt8(ascii: ",") { index = bytes.count }
        return link
    }

    // MARK: - Private

    private mutating func parameters() -> [Response.Link.Parameter] {
        var parameters: [Response.Link.Parameter] = []
        skipSpace()
        while take(";") {
            skipSpace()
            let name = text(read { Self.isSpace($0) || $0 == UInt8(ascii: "=") || Self.isDelimiter($0) })
            skipSpace()
            var value = ""
            if take("=") {
                skipSpace()
                value = take("\"") ? quotedText() : text(trimmed(read(until: Self.isDelimiter)))
            }
            skipSpace()
            if !name.isEmpty { parameters.append(Response.Link.Parameter(name: name.lowercased(), value: value)) }
        }
        return parameters
    }

    /// The content of a quoted string, after its opening quote (RFC 9110, section 5.6.4). An unterminated one ends
    /// with the field.
    private mutating func quotedText() -> String {
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else {
                content.append(byte)
                continue
            }
            guard index < bytes.count else { break }
            content.append(bytes[index])
            index += 1
        }
        return text(content[...])
    }

    private mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let rest = bytes[index...]
        let end = rest.firstIndex(where: isEnd) ?? bytes.count
        index = end
        return rest[..<end]
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func end() -> Response.Link? {
        index = bytes.count
        return nil
    }

    private func trimmed(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        slice[..<((slice.lastIndex { !Self.isSpace($0) } ?? slice.startIndex - 1) + 1)]
    }

    private func text(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isDelimiter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") }
}
