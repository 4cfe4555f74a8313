import Foundation
import Tern

/// Replaces the values with the name of a secret in a text of any kind: JSON that isn't valid or is within other text,
/// XML, HTML, scripts, settings and logs. Leaves all else as it is written.
///
/// A value belongs to a name by one of these forms, where the quotation marks may be escaped:
///
/// ```
/// "name": "value"    "name" => 'value'    name = "value"    "name": 4711    "name": {…}    "name": […]
/// name=value    f(name=value)    ?name=value&…    name: value (alone on a line)    name: [a, b]    name: and lines below
/// - {other: a, name: value}    {other=a, name=value}
/// <name>value</name>    <element name="value">    <input name="name" value="value">    <key>name</key><string>value
/// ```
struct TextSecrets {
    enum Kind {
        case plain
        /// HTML, a script or the like: a word after a name can be an expression.
        case code
        /// A string of JSON, or the value of a field: a sentence, or a text of another kind.
        case value
    }

    private let rules: Redaction
    private let isResponse: Bool
    private let kind: Kind
    /// The number of texts around this one, each of which is the value of the next one.
    private let depth: Int
    private let original: String
    let bytes: [UInt8]
    /// Whether `name=value` can be an assignment of a program as well as a setting.
    private let hasCode: Bool
    private var found: [(place: Range<Int>, isURL: Bool)] = []
    /// By the names.
    private var decisions: [String: Bool] = [:]
    /// Whether the text of the last element was the name of a secret, as in a property list.
    var isNamed = false
    /// The end of the last element with the name of a secret.
    var endOfElement = 0
    /// The end of the last lines that belong to a name, and to one of amounts.
    var endOfValues = 0
    var endOfAmounts = 0

    init(_ text: String, rules: Redaction, isResponse: Bool, kind: Kind, depth: Int = 0) {
        (self.rules, self.isResponse, self.kind, self.depth) = (rules, isResponse, kind, depth)
        original = text
        bytes = Array(text.utf8)
        hasCode = kind == .value && text.utf8.contains { Self.codeBytes.contains($0) }
    }

    mutating func replaced(_ table: inout SecretTable) -> String {
        find()
        var replacements: [SecretReplacement] = []
        for (place, isURL) in found.sorted(by: { $0.place.lowerBound < $1.place.lowerBound })
        where place.lowerBound >= replacements.last?.place.upperBound ?? 0 {
            let urls = URLSecrets(rules: rules, isResponse: isResponse, depth: depth)
            let new =
                isURL ? urls.replaced(inURL: text(place), &table) : table.placeholder(for: unescaped(text(place)))
            replacements.append(SecretReplacement(place: place, text: Array(new.utf8)))
        }
        let replaced = replacements.isEmpty ? [] : SecretReplacement.apply(replacements, to: bytes, in: bytes.indices)
        let result = replacements.isEmpty ? original : String(decoding: replaced, as: UTF8.self)
        return rules.replacingKnownTokens(in: result) { table.placeholder(for: $0) }
    }

    // MARK: - Private

    private mutating func find() {
        var index = nextMark(0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): readElement(at: index)
            case UInt8(ascii: ":") where has("://", at: index): index = readURL(at: index)
            default: index = max(index, readPair(at: index) - 1)
            }
            index = nextMark(index + 1)
        }
    }

    private static let codeBytes = ByteSet("{}<>")
    private static let isMark = (0..<256).map { "<:=".utf8.contains(UInt8($0)) }

    /// The index of the next byte that can be between a name and a value, or begin an element.
    private func nextMark(_ start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            Self.isMark.withUnsafeBufferPointer { isMark in
                var index = start
                while index < bytes.count, !isMark[Int(bytes[index])] { index &+= 1 }
                return index
            }
        }
    }

    mutating func note(_ place: Range<Int>, isURL: Bool = false) {
        guard !place.isEmpty, !["true", "false", "null"].contains(text(place)) else { return }
        found.append((place, isURL))
    }

    mutating func hides(_ name: String) -> Bool {
        if let decision = decisions[name] { return decision }
        let decision = rules.hides(Redaction.percentDecoded(name), isResponse: isResponse)
        decisions[name] = decision
        return decision
    }

    func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

    private func unescaped(_ text: String) -> String {
        text.utf8.contains(where: { "\\&%".utf8.contains($0) })
            ? String(decoding: DecodedText.unescaped(Array(text.utf8)), as: UTF8.self) : text
    }

    func has(_ text: String, at index: Int) -> Bool {
        var index = index
        for byte in text.utf8 {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private static let spaces = ByteSet(" \t\r\n")
    func isSpace(_ index: Int) -> Bool { index < bytes.count && Self.spaces.contains(bytes[index]) }

    func endOfSpace(_ start: Int) -> Int {
        var index = start
        while isSpace(index) { index += 1 }
        return index
    }

    /// The end of a URL whose scheme ends at an index.
    private mutating func readURL(at colon: Int) -> Int {
        var start = colon
        while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
        var end = colon
        while end < bytes.count, bytes[end] > 0x20, !Self.endsOfURL.contains(bytes[end]) { end += 1 }
        note(start..<end, isURL: true)
        return end - 1
    }

    private static let endsOfURL = ByteSet("\"'<>`\\")

    // MARK: - Pairs

    private static let maximumNameBytes = 100
    private static let nameBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.[]%$")
    private static let endsOfName = ByteSet("\"'`&\\\n;")
    private static let endsOfWord = ByteSet("&;,\"'<>(){}|\\`")

    func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || Self.nameBytes.contains(byte) }

    /// The name before a separator.
    private func name(before separator: Int) -> (place: Range<Int>, isQuoted: Bool) {
        var end = separator
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        let limit = max(0, end - Self.maximumNameBytes)
        if let quote = quote(endingAt: end) {
            end -= quote.count
            var start = end
            while start > limit, !Self.endsOfName.contains(bytes[start - 1]) { start -= 1 }
            return (start..<end, true)
        }
        var start = end
        while start > limit, isNameByte(bytes[start - 1]) { start -= 1 }
        return (start..<end, false)
    }

    /// - Returns: The end of the value of a secret, or the separator.
    private mutating func readPair(at separator: Int) -> Int {
        let (place, isQuoted) = name(before: separator)
        guard !place.isEmpty, hides(text(place)) else { return separator }
        let start = separator + (has("=>", at: separator) ? 2 : 1)
        let value = endOfSpace(start)
        if let quote = quote(at: value) {
            let end = endOfString(quote, value + quote.count)
            note(value + quote.count..<end)
            return end
        }
        if isQuoted, has("{", at: value) || has("[", at: value) { return readNested(at: value) }
        let isColon = bytes[separator] == UInt8(ascii: ":")
        if isQuoted || isColon && kind == .plain && !bytes[start..<value].contains(0x0a), let end = endOfNumber(value) {
            if !isAmount(value..<end, named: place) { note(value..<end) }
        } else if isColon {
            guard kind == .plain else { return separator }
            if isLineStart(place.lowerBound) {
                readLine(place, at: start)
            } else if isSpace(start), isFlowItem(place.lowerBound) {
                readScalars(of: place, at: start, isInBraces: true)
            }
        } else if value == separator + 1, place.upperBound == separator, begins(place.lowerBound) {
            var end = endOfWord(start)
            if hasCode, isExpression(start..<end) { return separator }
            if end > start, bytes[end - 1] == UInt8(ascii: "]"), !bytes[start..<end].contains(UInt8(ascii: "[")) {
                end -= 1
            }
            if !isAmount(start..<end, named: place) { note(start..<end) }
            return end
        }
        return separator
    }

    /// Whether a value is a number, and its name that of an amount. A placeholder can have more digits than an amount.
    func isAmount(_ value: Range<Int>, named name: Range<Int>) -> Bool {
        value.count < 16 && endOfNumber(value.lowerBound) == value.upperBound && Redaction.isNameOfAmount(text(name))
    }

    /// Whether an item of a query or a form, or a setting begins here.
    private func begins(_ start: Int) -> Bool {
        guard start > 0 else { return true }
        let before = bytes[start - 1]
        return Self.startsOfItems.contains(before)
            || before == UInt8(ascii: ";") && start >= 5 && has("&amp;", at: start - 5)
            || kind != .code && Self.startsOfSettings.contains(before)
    }

    /// Whether the right side of an assignment or a comparison is rather a variable or a call than a secret. Shorter
    /// secrets aren't replaced in other texts either.
    private func isExpression(_ value: Range<Int>) -> Bool {
        if has("=", at: value.lowerBound) { return true }
        let word = bytes[value]
        return word.allSatisfy { ($0 | 32) &- 97 < 26 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
            && (word.count < SecretSearch.minimumBytes || word.contains(UInt8(ascii: "."))
                || has("(", at: value.upperBound))
    }

    private static let startsOfItems = ByteSet("?&")
    private static let startsOfSettings = ByteSet(" \t\r\n,;({[")
    private static let numberBytes = ByteSet("0123456789+-.eE")

    func isLineStart(_ start: Int) -> Bool {
        var index = start
        while index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 || bytes[index - 1] == 0x2d { index -= 1 }
        return index == 0 || bytes[index - 1] == 0x0a
    }

    func endOfWord(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] > 0x20, !Self.endsOfWord.contains(bytes[end]) { end += 1 }
        return end
    }

    func endOfNumber(_ start: Int) -> Int? {
        guard isNumber(start) else { return nil }
        let end = endOfNumberBytes(start)
        return end == bytes.count || !isNameByte(bytes[end]) ? end : nil
    }

    private func isNumber(_ start: Int) -> Bool {
        let first = has("-", at: start) ? start + 1 : start
        return first < bytes.count && bytes[first] &- 48 < 10
    }

    private func endOfNumberBytes(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, Self.numberBytes.contains(bytes[end]) { end += 1 }
        return end
    }

    /// All strings and numbers within an object or an array, except its keys.
    ///
    /// - Returns: Its end.
    private mutating func readNested(at start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            if let quote = quote(at: index) {
                let content = index + quote.count
                let end = endOfString(quote, content)
                index = min(bytes.count, end + quote.count)
                if !has(":", at: endOfSpace(index)) { note(content..<end) }
                continue
            }
            if "{[".utf8.contains(bytes[index]) { depth += 1 }
            if "}]".utf8.contains(bytes[index]) { depth -= 1 }
            if depth == 0 { return index }
            if has("\\", at: index) {
                // No quotation mark follows them.
                while has("\\", at: index) { index += 1 }
            } else if !isNameByte(bytes[index - 1]), isNumber(index) {
                if let end = endOfNumber(index) { note(index..<end) }
                index = endOfNumberBytes(index)
            } else {
                index += 1
            }
        }
        return index
    }
}
