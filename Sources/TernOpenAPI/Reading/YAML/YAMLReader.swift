import Foundation

/// Reads a YAML 1.2 document with the core schema.
///
/// The file has one document, keys are scalars, and tags are those of the core schema. Anything else is refused with its
/// place, and so are infinity and not-a-number, because JSON has no such numbers. The key `<<` merges maps.
package struct YAMLReader {
    let text: DocumentText
    var index: Int
    /// The index of the first byte of the current line.
    var lineStart: Int
    /// The spaces at the beginning of the current line.
    var lineIndent = 0
    /// Whether a tab stands before the current token, after the last one or the beginning of the line.
    var hasTab = false
    var nodes = 0
    /// The depth of the deepest value since an anchor began.
    var deepest = 0
    var anchors: [String: Anchor] = [:]
    var tagPrefixes = ["!": "!", "!!": YAMLTag.prefix]

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
        if let index = text.bytes.indices.first(where: { $0 < text.count && isControl(text.bytes[$0]) }) {
            throw text.problem("YAML can't contain a control character.", at: index)
        }
        var reader = YAMLReader(text: text)
        return try reader.document()
    }

    private init(text: DocumentText) {
        self.text = text
        index = text.start
        lineStart = text.start
    }

    // MARK: - Private

    private static func isVersion1(_ text: String) -> Bool {
        text.hasPrefix("1.") && text.utf8.count > 2 && text.utf8.dropFirst(2).allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
    }

    private mutating func document() throws(DocumentProblem) -> DocumentNode {
        skipIndent()
        try directives()
        var start = BlockStart.line
        if isMarker {
            guard byte == UInt8(ascii: "-") else { throw expected("a document") }
            index += 3
            start = .value
        } else if isAtEnd {
            throw text.problem("The document is empty.", at: index)
        }
        let root = try blockNode(below: -1, start: start, depth: 0)
        try separate()
        if isMarker, byte == UInt8(ascii: ".") {
            index += 3
            if try !separate(), !isAtEnd { throw expected("the end of the line") }
            while isMarker, byte == UInt8(ascii: ".") {
                index += 3
                try separate()
            }
        }
        guard isAtEnd else {
            if isMarker { throw text.problem("The file has more than one document.", at: index) }
            throw expected("the end of the document")
        }
        return root
    }

    /// Reads `%YAML` and `%TAG`. Ignores directives that YAML reserves.
    private mutating func directives() throws(DocumentProblem) {
        var names: Set<String> = []
        while true {
            try separate()
            guard byte == UInt8(ascii: "%"), index == lineStart else { break }
            let start = index
            while !isBreak(byte), byte != 0 { index += 1 }
            var words = text.string(start..<index).split { $0 == " " || $0 == "\t" }.map(String.init)
            words = Array(words.prefix { !$0.hasPrefix("#") })
            switch words[0] {
            case "%YAML":
                guard words.count == 2, Self.isVersion1(words[1]), names.insert("%YAML").inserted else {
                    throw text.problem("Expected one directive “%YAML 1.2”.", at: start)
                }
            case "%TAG":
                guard words.count == 3, words[1].hasPrefix("!"), names.insert(words[1]).inserted else {
                    throw text.problem("Expected a directive “%TAG !handle! prefix”.", at: start)
                }
                tagPrefixes[words[1]] = words[2]
            default: names.insert(words[0])
            }
        }
        guard names.isEmpty || isMarker && byte == UInt8(ascii: "-") else {
            throw expected("“---” after the directives")
        }
    }
}
