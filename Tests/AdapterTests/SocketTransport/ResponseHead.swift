import Foundation
import Tern

/// The status line and the fields of a response (RFC 9112, sections 4 and 5).
struct ResponseHead: Sendable {
    let statusCode: Int
    let isHTTP10: Bool
    private(set) var headers: HTTPHeaders = [:]

    /// The beginning of every status line, up to the minor version.
    static let start = Array("HTTP/1.".utf8)

    /// - Throws: `TernError` with code `.malformedResponse`.
    init(statusLine line: ArraySlice<UInt8>) throws {
        let line = Array(line)
        let digits = line.dropFirst(9).prefix(3)
        guard line.count >= 12, line.starts(with: Self.start), [0x30, 0x31].contains(line[7]), line[8] == 0x20,
            digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30,
            line.count == 12 || line[12] == 0x20, !line.contains(0)
        else { throw Malformed.error("a malformed status line") }
        statusCode = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        isHTTP10 = line[7] == 0x30
    }

    mutating func add(_ line: ArraySlice<UInt8>) throws {
        let field = try Self.field(line)
        headers.add(field.value, for: field.name)
    }

    /// A field of a head or a trailer section.
    ///
    /// - Throws: `TernError` with code `.malformedResponse`, also for a folded line (RFC 9112, section 5.2).
    static func field(_ line: ArraySlice<UInt8>) throws -> HTTPHeaders.Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !line.contains(0)
        else { throw Malformed.error("a malformed field line") }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return HTTPHeaders.Field(name: text(line[..<colon]), value: text(value[..<end]))
    }

    // MARK: - Private

    /// UTF-8, or else Latin-1.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(bytes: bytes, encoding: .utf8) ?? String(bytes: bytes, encoding: .isoLatin1) ?? ""
    }
}
