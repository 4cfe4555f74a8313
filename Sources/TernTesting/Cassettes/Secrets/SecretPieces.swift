import Foundation
import Tern

/// The pieces of a text that a program may join: the strings under one key of JSON, in all events, lines and elements, or
/// the lines.
///
/// A secret in several pieces is found if it has at least 12 bytes and no further encoding: pieces of a shorter one also
/// occur in unrelated texts.
struct SecretPieces {
    private static let minimumBytes = 12

    private struct Piece {
        /// Its place in the text: a string with its quotation marks, or a line without the spaces around it.
        let place: Range<Int>
        var content: Data
        var isChanged = false
    }

    private var pieces: [Piece] = []

    /// A text in which the pieces of placeholders replace those of secrets.
    static func replaced(_ body: Data, by table: SecretTable) -> Data {
        guard table.search.longest >= minimumBytes, body.count >= minimumBytes else { return body }
        let body = replaced(body, body.withUnsafeBytes(strings), by: table) {
            Data(JSONSecrets.literal(String(decoding: $0, as: UTF8.self)).utf8)
        }
        return replaced(body, [body.withUnsafeBytes(lines)], by: table) { $0 }
    }

    // MARK: - Private

    private static func replaced(
        _ body: Data,
        _ texts: [SecretPieces],
        by table: SecretTable,
        _ encode: (Data) -> Data
    ) -> Data {
        let changed = texts.flatMap { text in
            var text = text
            text.replace(by: table)
            return text.pieces.filter(\.isChanged)
        }
        guard !changed.isEmpty else { return body }
        var result = Data(capacity: body.count)
        var end = body.startIndex
        for piece in changed.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            result += body[end..<body.startIndex + piece.place.lowerBound]
            result += encode(piece.content)
            end = body.startIndex + piece.place.upperBound
        }
        result += body[end...]
        return result
    }

    private mutating func replace(by table: SecretTable) {
        guard pieces.count > 1 else { return }
        var joined: [UInt8] = []
        let starts = pieces.map { piece in
            defer { joined += piece.content }
            return joined.count
        }
        var last = pieces.count - 1
        // The last one first, so that the offsets of the others stay.
        for (place, text) in table.plainSecrets(in: joined, 0..<joined.count).reversed()
        where place.count >= Self.minimumBytes {
            while last > 0, starts[last] >= place.upperBound { last -= 1 }
            var first = last
            while first > 0, starts[first] > place.lowerBound { first -= 1 }
            guard first < last else { continue }
            var rest = text[...]
            for index in first...last {
                let start = max(0, place.lowerBound - starts[index])
                let end = index < last ? pieces[index].content.count : place.upperBound - starts[index]
                // The last piece has what is left.
                let part = rest.prefix(index < last ? end - start : rest.count)
                rest = rest.dropFirst(part.count)
                pieces[index].content.replaceSubrange(start..<end, with: part)
                pieces[index].isChanged = true
            }
        }
    }

    /// The strings of a text by the key before them.
    private static func strings(in bytes: UnsafeRawBufferPointer) -> [SecretPieces] {
        var texts: [SecretPieces] = []
        var numbers: [String: Int] = [:]
        var key = ""
        for line in lines(of: bytes) {
            // A string has no line break (RFC 8259, section 7): a single quotation mark matters in its line alone.
            let text = UnsafeRawBufferPointer(rebasing: bytes[..<line.endIndex])
            var end = line.startIndex
            while let base = text.baseAddress, let quote = memchr(base + end, 0x22, text.count - end) {
                var scanner = JSONScanner(text, at: base.distance(to: UnsafeRawPointer(quote)))
                guard let place = try? scanner.string() else { break }
                end = place.upperBound
                var next = JSONScanner(bytes, at: end)
                if next.isAtColon() {
                    key = String(decoding: bytes[place], as: UTF8.self)
                } else if let content = try? JSONString(bytes, place).utf8 {
                    let number = numbers[key] ?? texts.count
                    if number == texts.count {
                        numbers[key] = number
                        texts.append(SecretPieces())
                    }
                    texts[number].pieces.append(Piece(place: place, content: content))
                }
            }
        }
        return texts
    }

    /// The lines that aren't empty. They end with CR, LF or both, as in an event stream.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
        bytes.split { $0 == 0x0a || $0 == 0x0d }
    }

    /// The lines of a text. Those of an event stream are the data of its events.
    private static func lines(in bytes: UnsafeRawBufferPointer) -> SecretPieces {
        var all = SecretPieces()
        var data = SecretPieces()
        for line in lines(of: bytes) {
            let isData = line.starts(with: "data:".utf8)
            var line = isData ? line.dropFirst(5) : line
            while let first = line.first, " \t".utf8.contains(first) { line = line.dropFirst() }
            while let last = line.last, " \t".utf8.contains(last) { line = line.dropLast() }
            if line.isEmpty { continue }
            let piece = Piece(place: line.startIndex..<line.endIndex, content: Data(line))
            all.pieces.append(piece)
            if isData { data.pieces.append(piece) }
        }
        return data.pieces.isEmpty ? all : data
    }
}
