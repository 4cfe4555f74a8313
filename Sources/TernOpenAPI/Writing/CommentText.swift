/// Text of a document as lines of a comment.
enum CommentText {
    /// The lines of a Markdown text, each at most as wide as `width` where it has spaces.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var result: [String] = []
        var isCode = false
        let lines = readable(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in lines.map(String.init) {
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("```") { isCode.toggle() }
            if isCode || trimmed.hasPrefix("```") || trimmed.hasPrefix("|") || line.count <= width {
                result.append(line.lastIndex { $0 != " " && $0 != "\t" }.map { String(line[...$0]) } ?? "")
            } else {
                result += words(of: line, to: width)
            }
        }
        while result.last?.isEmpty == true { result.removeLast() }
        while result.first?.isEmpty == true { result.removeFirst() }
        return result
    }

    // MARK: - Private

    /// Without characters that a source file mustn't have, or that change the order in which it is shown.
    private static func readable(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { scalar in
            let isControl = scalar.value < 0x20 && !["\n", "\r", "\t"].contains(scalar) || scalar.value == 0x7F
            let isDirection = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            return !isControl && !isDirection
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func words(of line: String, to width: Int) -> [String] {
        // The next lines of an item of a list begin below its text.
        let indentation = line.prefix { $0 == " " }
        let isItem = ["- ", "* ", "+ "].contains { line.dropFirst(indentation.count).hasPrefix($0) }
        let continuation = indentation + (isItem ? "  " : "")
        var result: [String] = []
        var current = ""
        for word in line.split(separator: " ") {
            if current.isEmpty {
                current = "\(indentation)\(word)"
            } else if current.count + 1 + word.count <= width {
                current += " " + word
            } else {
                result.append(current)
                current = "\(continuation)\(word)"
            }
        }
        return result + [current]
    }
}
