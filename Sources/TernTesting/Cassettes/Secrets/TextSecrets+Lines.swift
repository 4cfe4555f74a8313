import Foundation
import Tern

/// Names at the beginning of a line, as in YAML, in settings and in messages.
extension TextSecrets {
    /// What the lines below a name are. Lines that were read as one kind have nothing more as a kind after it.
    enum Lines: CaseIterable {
        case text, values
        /// The values below the name of an amount, whose numbers aren't secrets.
        case amounts
    }

    /// What is after a name and a colon: one word, credentials, cookies, a list in brackets, or lines below.
    mutating func readLine(_ name: Range<Int>, _ separator: Int) {
        let line = withoutProperties(withoutComment(separator + 1..<endOfLine(separator)))
        guard let first = line.isEmpty ? nil : bytes[line.lowerBound] else { return readLines(below: name) }
        if "|>".utf8.contains(first), line.count <= 3 { return readLines(below: name, areText: true) }
        if "[{".utf8.contains(first) {
            readList(line, name)
            let open = openBrackets(line)
            if open > 0 { readLines(below: name, open: open) }
            return
        }
        if quote(at: line.lowerBound) != nil { return readValue(line, name) }
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

    /// Whether a name begins an item of a mapping in one line of YAML: `- {name: a, token: b}`.
    func isFlowItem(_ start: Int) -> Bool {
        let limit = max(0, start - Self.maximumItemBytes)
        var index = startOfSpace(start)
        guard index > limit, "{,".utf8.contains(bytes[index - 1]) else { return false }
        while index > limit, !"{(\n".utf8.contains(bytes[index - 1]) { index -= 1 }
        guard index > limit, bytes[index - 1] == UInt8(ascii: "{") else { return false }
        let before = startOfSpace(index - 1)
        return isLineStart(index - 1) || before > 0 && ":[,".utf8.contains(bytes[before - 1])
    }

    /// The value of such an item.
    mutating func readFlowItem(_ name: Range<Int>, _ separator: Int) {
        var depth = 0
        var end = separator + 1
        while end < bytes.count, bytes[end] != 0x0a {
            if "[{".utf8.contains(bytes[end]) { depth += 1 }
            if "]}".utf8.contains(bytes[end]) { depth -= 1 }
            if depth < 0 || depth == 0 && bytes[end] == UInt8(ascii: ",") { break }
            end += 1
        }
        let value = withoutProperties(trimmed(separator + 1..<end))
        if isList(value) {
            readList(value, name)
        } else {
            readValue(value, name)
        }
    }

    // MARK: - Private

    private static let maximumItemBytes = 1_000

    /// The index after the last byte before an index that isn't a space.
    private func startOfSpace(_ end: Int) -> Int {
        var start = end
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start
    }

    /// The values in the lines that belong to a name: more indented ones, and a list with hyphens.
    ///
    /// - Parameters:
    ///   - areText: Whether the lines are a text, and not values.
    ///   - open: The number of brackets before the lines that aren't closed.
    private mutating func readLines(below name: Range<Int>, areText: Bool = false, open: Int = 0) {
        let kind: Lines = areText ? .text : Redaction.isNameOfAmount(text(name)) ? .amounts : .values
        for other in Lines.allCases {
            guard name.lowerBound >= endsOfLines[other] ?? 0 else { return }
            if other == kind { break }
        }
        var open = open
        let column = column(of: name.lowerBound)
        var start = endOfLine(name.upperBound) + 1
        defer { endsOfLines[kind] = start }
        while start < bytes.count {
            let end = endOfLine(start)
            var line = areText ? trimmed(start..<end) : withoutComment(start..<end)
            let indentation = self.column(of: line.lowerBound)
            guard line.isEmpty || indentation > column || indentation == column && isItem(line) else { return }
            start = end + 1
            if line.isEmpty { continue }
            guard !areText else {
                note(line)
                continue
            }
            guard open == 0 else {
                readList(line, name)
                open = max(0, open + openBrackets(line))
                continue
            }
            while isItem(line) { line = trimmed(line.lowerBound + 1..<line.upperBound) }
            line = withoutProperties(line)
            let colon = bytes[line].indices.first { has(": ", at: $0) }
            let value = withoutProperties(trimmed((colon.map { $0 + 1 } ?? line.lowerBound)..<line.upperBound))
            if isList(line) || isList(value) {
                readList(line, name)
                open = max(0, openBrackets(line))
            } else {
                readValue(value, name)
            }
        }
    }

    private func isList(_ value: Range<Int>) -> Bool {
        has("[", at: value.lowerBound) || has("{", at: value.lowerBound)
    }

    /// The number of brackets that a line opens, without those that it closes.
    private func openBrackets(_ line: Range<Int>) -> Int {
        bytes[line].reduce(0) { $0 + ("[{".utf8.contains($1) ? 1 : "]}".utf8.contains($1) ? -1 : 0) }
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
        let value = withoutProperties(value)
        guard !value.isEmpty else { return }
        if let quote = quote(at: value.lowerBound) {
            let content = value.lowerBound + quote.count
            return note(content..<max(content, min(endOfString(quote, content), value.upperBound)))
        }
        // The beginning of a block of text.
        if "|>".utf8.contains(bytes[value.lowerBound]), value.count <= 3 { return }
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

    /// A value without its anchor and its tag: `&name value`, `!!str value` (YAML 1.2, section 6.9).
    private func withoutProperties(_ value: Range<Int>) -> Range<Int> {
        var value = value
        while let first = value.first, "&!".utf8.contains(bytes[first]) {
            value = trimmed((value.first { isSpace($0) } ?? value.upperBound)..<value.upperBound)
        }
        return value
    }

    private func trimmed(_ place: Range<Int>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, isSpace(start) { start += 1 }
        while start < end, isSpace(end - 1) { end -= 1 }
        return start..<end
    }
}
