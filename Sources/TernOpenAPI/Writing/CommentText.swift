/// Text of a document as lines of a comment.
enum CommentText {
    /// The lines of a Markdown text, each at most as wide as `width` where it has spaces.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var result: [String] = []
        var isCode = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) {
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("```") { isCode.toggle() }
            if isCode || trimmed.hasPrefix("```") || trimmed.hasPrefix("|") || line.count <= width {
                result.append(trimmingEnd(line))
            } else {
                result += words(of: line, to: width)
            }
        }
        while result.last?.isEmpty == true { result.removeLast() }
        while result.first?.isEmpty == true { result.removeFirst() }
        return result
    }

    // MARK: - Private

    private static func words(of line: String, to width: Int) -> [String] {
        // The next lines of an item of a list begin below its text.
        let indentation = line.prefix { $0 == " " }
        let isItem = ["- ", "* ", "+ "].contains { line.dropFirst(indentation.count).hasPrefix($0) }
        let continuation = indentation + (isItem ? "  " : "")
        var result: [String] = []
        var current = String(indentation)
        var isEmpty = true
        for word in line.split(separator: " ") {
            if !isEmpty, current.count + 1 + word.count > width {
                result.append(current)
                current = String(continuation)
                isEmpty = true
            }
            current += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return result + [current]
    }

    private static func trimmingEnd(_ line: String) -> String {
        var line = line
        while line.last == " " || line.last == "\t" { line.removeLast() }
        return line
    }
}
