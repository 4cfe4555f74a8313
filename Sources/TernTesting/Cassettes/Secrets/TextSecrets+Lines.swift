import Foundation
import Tern

/// Names at the beginning of a line, as in YAML, in settings and in messages.
extension TextSecrets {
    /// What is after a name and a colon: one word, credentials, cookies, a list in brackets, or lines below.
    mutating func readLine(_ name: Range<Int>, _ separator: Int) {
        let line = withoutComment(separator + 1..<endOfLine(separator))
        guard let first = line.isEmpty ? nil : bytes[line.lowerBound] else { return readLines(below: name) }
        if "|>".utf8.contains(first), line.count <= 3 { return readLines(below: name, areText: true) }
        if "[{".utf8.contains(first) { return readList(line, name) }
        guard !"|>&*!#".utf8.contains(first) else { return }
        let plain = text(name).lowercased()
        if plain.hasSuffix("cookie") {
            for pair in bytes[line].split(separator: UInt8(ascii: ";")) {
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                note(equals + 1..<pair.endIndex)
            }
        } else if let space = bytes[line].firstIndex(of: 0x20) {
            if plain.hasSuffix("authorization") { note(space + 1..<line.upperBound) }
        } else {
            note(line)
        }
    }

    // MARK: - Private

    /// The values in the lines that belong to a name: more indented ones, and a list with hyphens.
    ///
    /// - Parameter areText: Whether the lines are a text, and not values.
    private mutating func readLines(below name: Range<Int>, areText: Bool = false) {
        let column = column(of: name.lowerBound)
        var start = endOfLine(name.upperBound) + 1
        while start < bytes.count {
            let end = endOfLine(start)
            var line = areText ? trimmed(start..<end) : withoutComment(start..<end)
            start = end + 1
            if line.isEmpty { continue }
            let indentation = self.column(of: line.lowerBound)
            guard indentation > column || indentation == column && isItem(line) else { return }
            guard !areText else {
                note(line)
                continue
            }
            while isItem(line) { line = trimmed(line.lowerBound + 1..<line.upperBound) }
            let colon = bytes[line].indices.first { has(": ", at: $0) }
            readValue(trimmed((colon.map { $0 + 1 } ?? line.lowerBound)..<line.upperBound), name)
        }
    }

    private func isItem(_ line: Range<Int>) -> Bool {
        !line.isEmpty && has("-", at: line.lowerBound) && (line.count == 1 || isSpace(line.lowerBound + 1))
    }

    /// The values of a list or a mapping in one line: `[a, b]`, `{a: b}`.
    private mutating func readList(_ line: Range<Int>, _ name: Range<Int>) {
        for part in bytes[line].split(whereSeparator: { "[]{},".utf8.contains($0) }) {
            let colon = part.indices.first { has(": ", at: $0) }
            readValue(trimmed((colon.map { $0 + 1 } ?? part.startIndex)..<part.endIndex), name)
        }
    }

    /// One word, or a text in quotation marks.
    private mutating func readValue(_ value: Range<Int>, _ name: Range<Int>) {
        guard !value.isEmpty else { return }
        if let quote = quote(at: value.lowerBound) {
            let content = value.lowerBound + quote.count
            return note(content..<max(content, min(endOfString(quote, content), value.upperBound)))
        }
        if isAmount(value, named: name) { return }
        guard !bytes[value].contains(0x20), bytes[value.upperBound - 1] != UInt8(ascii: ":") else { return }
        note(value)
    }

    /// The end of a line without its line break.
    private func endOfLine(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0a { end += 1 }
        return end
    }

    private func column(of index: Int) -> Int {
        var start = index
        while start > 0, bytes[start - 1] != 0x0a { start -= 1 }
        return index - start
    }

    private func withoutComment(_ line: Range<Int>) -> Range<Int> {
        trimmed(line.lowerBound..<(line.first { has(" #", at: $0) } ?? line.upperBound))
    }

    private func trimmed(_ place: Range<Int>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, isSpace(start) { start += 1 }
        while start < end, isSpace(end - 1) { end -= 1 }
        return start..<end
    }
}
