import Foundation

/// Reads a YAML 1.2 document with the core schema.
///
/// The file has one document, keys are scalars, and tags are those of the core schema. Anything else is refused with its
/// place, and so are infinity and not-a-number, because JSON has no such numbers. The key `<<` merges maps.
package struct YAMLReader {
    /// What surrounds a value.
    struct Context {
        /// The column of the list or map in block notation that contains the value. Lines of the value have more spaces.
        var indent = -1
        /// How many lists and maps contain the value.
        var depth = 0
        /// Whether the value is in brackets.
        var isInFlow = false
    }

    let text: DocumentText
    var index: Int
    /// The index of the first byte of the current line.
    var lineStart: Int
    /// The spaces at the beginning of the current line.
    var lineIndent = 0
    /// Whether a tab stands before the current token, after the last one or the beginning of the line.
    var hasTab = false
    var context = Context()
    /// The values of anchors. `nil` while one is read.
    var anchors: [String: DocumentNode?] = [:]

    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - file: The name for errors.
    /// - Throws: the first problem, with its place.
    package static func read(
        _ bytes: Data,
        file: String,
        limits: ReadingLimits = ReadingLimits()
    ) throws(DocumentProblem) -> DocumentNode {
        let text = try DocumentText(bytes, file: file, limits: limits)
        let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F }
        if let index = text.bytes.firstIndex(where: isControl), index < text.count {
            throw text.problem("YAML can't contain a control character.", at: index)
        }
        var reader = YAMLReader(text: text, index: text.start, lineStart: text.start)
        return try reader.document()
    }

    // MARK: - Private

    private mutating func document() throws(DocumentProblem) -> DocumentNode {
        skipIndent()
        try directives()
        if isAtEnd || isMarker(".") { throw text.problem("The document is empty.", at: index) }
        let hasMarker = isMarker("-")
        if hasMarker { index += 3 }
        let root = try blockNode(after: hasMarker ? .key : .lineStart)
        try separate()
        while isMarker(".") {
            index += 3
            if try !separate(), !isAtEnd { throw expected("the end of the line") }
        }
        if isMarker("-") { throw text.problem("The file has more than one document.", at: index) }
        guard isAtEnd else { throw expected("the end of the document") }
        return root
    }

    /// Reads `%YAML`. Ignores directives that YAML reserves.
    private mutating func directives() throws(DocumentProblem) {
        var names: Set<Substring> = []
        try separate()
        while byte == UInt8(ascii: "%"), index == lineStart {
            let start = index
            skipLine()
            let words = text.string(start..<index).split { $0 == " " || $0 == "\t" }.prefix { !$0.hasPrefix("#") }
            let isVersion1 = words.count == 2 && words[1].wholeMatch(of: /1\.[0-9]+/) != nil
            guard words[0] != "%TAG", names.insert(words[0]).inserted, words[0] != "%YAML" || isVersion1 else {
                throw text.problem("Of directives, only one “%YAML 1.2” is read.", at: start)
            }
            try separate()
        }
        guard names.isEmpty || isMarker("-") else { throw expected("“---” after the directives") }
    }
}
