import Foundation

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
        var end = 0
        while let base = bytes.baseAddress, let quote = memchr(base + end, 0x22, bytes.count - end) {
            var scanner = JSONScanner(bytes, at: base.distance(to: UnsafeRawPointer(quote)))
            guard let place = try? scanner.string() else { break }
            end = place.upperBound
            if scanner.isAtColon() {
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
        return texts
    }

    /// The lines of a text. Those of an event stream are the data of its events.
    private static func lines(in bytes: UnsafeRawBufferPointer) -> SecretPieces {
        var all = SecretPieces()
        var data = SecretPieces()
        var end = 0
        while let base = bytes.baseAddress, end < bytes.count {
            let found = memchr(base + end, 0x0a, bytes.count - end)
            let next = found.map { base.distance(to: UnsafeRawPointer($0)) } ?? bytes.count
            let isData = bytes[end..<next].starts(with: "data:".utf8)
            var line = bytes[(isData ? end + 5 : end)..<next]
            while let first = line.first, " \t\r".utf8.contains(first) { line = line.dropFirst() }
            while let last = line.last, " \t\r".utf8.contains(last) { line = line.dropLast() }
            if !line.isEmpty {
                let piece = Piece(place: line.startIndex..<line.endIndex, content: Data(line))
                all.pieces.append(piece)
                if isData { data.pieces.append(piece) }
            }
            end = next + 1
        }
        return data.pieces.isEmpty ? all : data
    }
}
