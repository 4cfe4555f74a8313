import Foundation
import Tern

/// Names at the beginning of a line, as in YAML, in settings and in messages.
extension TextSecrets {
    /// What is after a name and a colon: credentials, cookies, or what ``readScalars(of:at:isInBraces:)`` reads.
    mutating func readLine(_ name: Range<Int>, at start: Int) {
        let line = trimmed(start..<endOfScalar(start, endsAtColon: false))
        let plain = text(name).lowercased()
        let first = line.first.map { bytes[$0] } ?? 0
        if "[{|>&*!#".utf8.contains(first) || !(plain.hasSuffix("cookie") || plain.hasSuffix("authorization")) {
            readScalars(of: name, at: start)
        } else if plain.hasSuffix("cookie") {
            for pair in bytes[line].split(separator: UInt8(ascii: ";")) {
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                note(equals + 1..<pair.endIndex)
            }
        } else {
            note((bytes[line].firstIndex(of: 0x20).map { $0 + 1 } ?? line.lowerBound)..<line.upperBound)
        }
    }

    /// Notes the scalars that belong to a name: those in its line, in the lines below that are more indented or are
    /// items of a list, and in brackets (YAML 1.2). A scalar of several words is noted in quotation marks or as a block.
    ///
    /// - Parameter isInBraces: Whether the name is that of an item between braces.
    mutating func readScalars(of name: Range<Int>, at start: Int, isInBraces: Bool = false) {
        let isOfAmounts = Redaction.isNameOfAmount(text(name))
        // A line within the lines of another name was read with these.
        guard name.lowerBound >= endOfValues, !isOfAmounts || name.lowerBound >= endOfAmounts else { return }
        let column = column(of: name.lowerBound)
        var lineStart = name.lowerBound - column
        /// The column of the last key or hyphen.
        var lastColumn = column
        let outerDepth = isInBraces ? 1 : 0
        var depth = outerDepth
        var index = start
        scalars: while index < bytes.count {
            switch bytes[index] {
            case 0x0a:
                guard !isInBraces, isBelow(index + 1, column) else { break scalars }
                index += 1
                (lineStart, lastColumn) = (index, column)
            case _ where isSpace(index): index += 1
            case UInt8(ascii: "#") where isSpace(index - 1): index = endOfLine(index)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard depth > outerDepth || !isInBraces else { break scalars }
                depth = max(0, depth - 1)
                index += 1
            case UInt8(ascii: ","):
                guard depth > outerDepth || !isInBraces else { break scalars }
                index += 1
            case UInt8(ascii: "-") where isItem(index):
                lastColumn = index - lineStart
                index += 1
            // A property or an alias (YAML 1.2, sections 6.9 and 7.1).
            case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"):
                while index < bytes.count, !isSpace(index) { index += 1 }
            case UInt8(ascii: "|"), UInt8(ascii: ">"):
                guard trimmed(index..<endOfLine(index)).count <= 3 else { fallthrough }
                index = readBlock(below: index, lastColumn)
            default:
                let quote = quote(at: index)
                let place =
                    quote.map { content(of: $0, at: index) } ?? index..<endOfScalar(index, isInList: depth > 0)
                index = place.upperBound
                if let quote, bytes[index...].starts(with: quote) { index += quote.count }
                if has(":", at: index) {
                    lastColumn = place.lowerBound - lineStart
                    index += 1
                } else {
                    let value = quote == nil ? trimmed(place) : place
                    if quote != nil || !bytes[value].contains(0x20) && !isAmount(value, named: name) { note(value) }
                }
            }
        }
        if isInBraces { return }
        if isOfAmounts { endOfAmounts = index } else { endOfValues = index }
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

    // MARK: - Private

    private static let maximumItemBytes = 1_000

    /// Notes the lines of a block of text.
    ///
    /// - Returns: Its end.
    private mutating func readBlock(below start: Int, _ column: Int) -> Int {
        var end = endOfLine(start)
        while end < bytes.count, isBelow(end + 1, column, hasItems: false) {
            let line = end + 1
            end = endOfLine(line)
            note(trimmed(line..<end))
        }
        return end
    }

    /// Whether a line is empty, more indented than a column, or an item of a list there.
    private func isBelow(_ lineStart: Int, _ column: Int, hasItems: Bool = true) -> Bool {
        var first = lineStart
        while first < bytes.count, bytes[first] != 0x0a, isSpace(first) { first += 1 }
        guard first < bytes.count, bytes[first] != 0x0a else { return true }
        let indentation = first - lineStart
        return indentation > column || indentation == column && hasItems && isItem(first)
    }

    private func isItem(_ index: Int) -> Bool {
        has("-", at: index) && (index + 1 == bytes.count || isSpace(index + 1))
    }

    /// The content of a string in its line.
    private func content(of quote: [UInt8], at index: Int) -> Range<Int> {
        let start = index + quote.count
        return start..<max(start, min(endOfString(quote, start), endOfLine(start)))
    }

    /// The end of a text that begins at an index: that of its line, its comment, a colon before a value, and in a list also
    /// a comma or a bracket.
    private func endOfScalar(_ start: Int, isInList: Bool = false, endsAtColon: Bool = true) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0a, !has(" #", at: end) {
            if endsAtColon, has(":", at: end), end + 1 == bytes.count || isSpace(end + 1) { break }
            if isInList, "[]{},".utf8.contains(bytes[end]) { break }
            end += 1
        }
        return end
    }

    /// The end of a line without its line break.
    private func endOfLine(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0a { end += 1 }
        return end
    }

    /// The index after the last byte before an index that isn't a space.
    private func startOfSpace(_ end: Int) -> Int {
        var start = end
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start
    }

    private func column(of index: Int) -> Int {
        var start = index
        while start > 0, bytes[start - 1] != 0x0a { start -= 1 }
        return index - start
    }

    private func trimmed(_ place: Range<Int>) -> Range<Int> {
        var place = place
        while let first = place.first, isSpace(first) { place.removeFirst() }
        while let last = place.last, isSpace(last) { place.removeLast() }
        return place
    }
}
