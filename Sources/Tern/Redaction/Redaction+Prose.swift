/// Redacts texts of unknown form: prose, logs, descriptions of values, and malformed texts.
extension Redaction {
    /// The redacted form of any text. The first character determines how the text is parsed.
    static func text(ofAny text: String, depth: Int = 0) -> String {
        guard depth <= maximumDepth else { return mark }
        switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) {
        case "{"?, "["?, "\""?:
            if let tree = JSONTree(parsing: text) { return tree.text(depth: depth) }
        case "<"?:
            if let tree = MarkupTree(parsing: text) { return tree.text(depth: depth) }
        default:
            if isForm(text) { return rendered(items: text, isCut: true, depth: depth).text }
        }
        return self.text(ofProse: text, depth: depth)
    }

    /// The text up to the possible start of its first secret: the end of the secret's name, or the start of a pair of
    /// name and value.
    ///
    /// The text after a secret is omitted, since the end of a secret isn't recognizable. After a secret in a URL, the
    /// text continues, since the end of a URL is recognizable.
    static func text(ofProse text: String, depth: Int = 0) -> String {
        let scalars = Array(text.unicodeScalars)
        guard let end = endBeforeCells(of: scalars) else { return ProseScanner.text(of: scalars[...], depth: depth) }
        var scanned = ProseScanner(scalars[..<end], depth: depth)
        let isWhole = scanned.run()
        return scanned.text + (isWhole ? mark : "")
    }

    /// Whether a text is `name=value&name=value`.
    private static func isForm(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return false }
        return text.split(separator: "&").allSatisfy { item in
            let name = item.prefix { $0 != "=" }
            return name.utf8.allSatisfy { byte in
                isAlphanumeric(Unicode.Scalar(byte)) && byte < 0x80 || "_-.[]%+*~".utf8.contains(byte)
            }
        } && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "<" }
    }

    // MARK: - Tables

    /// The start of the rows below a table heading that names a secret, or of the cells after such a name. `nil`
    /// without such a heading or name.
    private static func endBeforeCells(of text: [Unicode.Scalar]) -> Int? {
        let isEnd: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == "\r" }
        let lines = text.split(whereSeparator: isEnd)
        for (index, line) in lines.enumerated() {
            let next = index + 1 < lines.count ? lines[index + 1] : nil
            if let end = endBeforeCells(in: line, next: next) { return end }
        }
        return nil
    }

    private static func endBeforeCells(
        in line: ArraySlice<Unicode.Scalar>,
        next: ArraySlice<Unicode.Scalar>?
    ) -> Int? {
        for delimiter in [",", ";", "\t", "|"] as [Unicode.Scalar] where line.contains(delimiter) {
            for cell in line.split(separator: delimiter) where isHeading(cell) {
                let isOneWord = !trimmed(cell).contains(" ")
                if isOneWord, cell.endIndex < line.endIndex - 1 { return cell.endIndex + 1 }
                if let next, next.contains(delimiter) { return line.endIndex }
            }
        }
        guard next != nil else { return nil }
        let words = line.split(separator: " ")
        if words.count == 1, isHeading(line) { return line.endIndex }
        // The columns are aligned by spaces.
        let isAligned = zip(words, words.dropFirst()).contains { $1.startIndex - $0.endIndex >= 2 }
        return isAligned && words.contains(where: isHeading) ? line.endIndex : nil
    }

    private static func isHeading(_ cell: ArraySlice<Unicode.Scalar>) -> Bool {
        isNameOfSecret(trimmed(cell))
    }

    private static func trimmed(_ cell: ArraySlice<Unicode.Scalar>) -> String {
        let isAround: (Unicode.Scalar) -> Bool = {
            $0.properties.isWhitespace || "\"'\u{FEFF}".unicodeScalars.contains($0)
        }
        let tail = cell.drop(while: isAround)
        let count = tail.reversed().drop(while: isAround).count
        return String(String.UnicodeScalarView(tail.prefix(count)))
    }
}
