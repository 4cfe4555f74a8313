import Foundation
import Tern

/// Replaces the values with the name of a secret in a text of JSON, and leaves all else as it is written.
struct JSONSecrets {
    let rules: Redaction
    let isResponse: Bool
    /// The number of texts around this one, each of which is the value of the next one.
    let depth: Int
    /// The places of the values, and what replaces them.
    private var replacements: [(place: Range<Int>, text: String)] = []
    /// By the keys, which are the same in many objects.
    private var decisions: [String: Bool] = [:]

    init(rules: Redaction, isResponse: Bool, depth: Int = 0) {
        self.rules = rules
        self.isResponse = isResponse
        self.depth = depth
    }

    /// A value whose name isn't that of a secret. It can be JSON, a URL, or a text with one.
    func replaced(_ text: String, _ table: inout SecretTable) -> String {
        if let first = text.utf8.first, "{[".utf8.contains(first), depth < SecretTable.maximumDepth {
            var json = JSONSecrets(rules: rules, isResponse: isResponse, depth: depth + 1)
            if let replaced = try? json.replaced(Data(text.utf8), &table) {
                return String(decoding: replaced, as: UTF8.self)
            }
        }
        var secrets = TextSecrets(text, rules: rules, isResponse: isResponse, kind: .value, depth: depth)
        return secrets.replaced(&table)
    }

    /// - Throws: If the text isn't JSON.
    mutating func replaced(_ body: Data, _ table: inout SecretTable) throws -> Data {
        try body.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            try value(&scanner, bytes, isSecret: false, &table)
            try scanner.end()
        }
        var result = Data(capacity: body.count)
        var end = 0
        for (place, text) in replacements.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            result += body[body.startIndex + end..<body.startIndex + place.lowerBound]
            result += Data(text.utf8)
            end = place.upperBound
        }
        result += body[(body.startIndex + end)...]
        return result
    }

    /// Replaces known secrets in the strings and the numbers of a text of JSON. A replacement in its bytes could begin
    /// within an escape sequence.
    ///
    /// - Parameter found: The places in the text that have secrets.
    /// - Throws: If the text isn't JSON.
    static func replaced(_ body: Data, at found: [Range<Int>], by table: SecretTable) throws -> Data {
        try body.withUnsafeBytes { bytes in
            var check = JSONScanner(bytes)
            _ = try check.value()
            try check.end()
            var result = Data(capacity: body.count)
            var end = 0
            var rest = found[...]
            func add(_ place: Range<Int>, isString: Bool) throws {
                rest = rest.drop { $0.upperBound <= place.lowerBound }
                let text = Data(bytes[place])
                guard let first = rest.first, first.lowerBound < place.upperBound else {
                    result += text
                    return
                }
                guard isString else {
                    result += table.replaced(text) ?? text
                    return
                }
                let content = try JSONString(bytes, place).text
                let shown = table.replaced(content)
                result += shown == content ? text : Data(literal(shown).utf8)
            }
            while let base = bytes.baseAddress, !rest.isEmpty,
                let quote = memchr(base + end, Int32(UInt8(ascii: "\"")), bytes.count - end)
            {
                let start = base.distance(to: UnsafeRawPointer(quote))
                try add(end..<start, isString: false)
                var scanner = JSONScanner(bytes, at: start)
                let place = try scanner.string()
                try add(place, isString: true)
                end = place.upperBound
            }
            try add(end..<bytes.count, isString: false)
            return result
        }
    }

    private mutating func value(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeRawBufferPointer,
        isSecret: Bool,
        name: String = "",
        level: Int = 0,
        _ table: inout SecretTable
    ) throws {
        guard level < 100 else { throw JSONScanner.Failure(offset: scanner.offset, expected: "fewer levels") }
        if scanner.isAtObject() {
            try object(&scanner, bytes, isSecret: isSecret, level: level, &table)
        } else if scanner.isAtArray() {
            try scanner.array { _, scanner in
                try value(&scanner, bytes, isSecret: isSecret, name: name, level: level + 1, &table)
            }
        } else if scanner.isAtString() {
            let place = try scanner.string()
            let text = try JSONString(bytes, place).text
            let shown = isSecret && !text.isEmpty ? table.placeholder(for: text) : replaced(text, &table)
            if shown != text { replacements.append((place, Self.literal(shown))) }
        } else {
            let place = try scanner.value()
            guard isSecret, !Redaction.isNameOfAmount(name), let first = bytes[place].first, !"tfn".utf8.contains(first)
            else { return }
            let text = String(decoding: bytes[place], as: UTF8.self)
            replacements.append((place, table.number(for: text)))
        }
    }

    /// An object. `{"name": "password", "value": "…"}` is a pair, too, and so is one with `key` instead of `name`.
    private mutating func object(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeRawBufferPointer,
        isSecret: Bool,
        level: Int,
        _ table: inout SecretTable
    ) throws {
        var isNamed = false
        // Whether the key and the value of a pair are secrets, the other members tell.
        var pair: [(name: String, offset: Int)] = []
        try scanner.object { name, scanner in
            let plain = name.lowercased()
            if ["name", "key"].contains(plain), scanner.isAtString(), !isSecret {
                isNamed = try hides(JSONString(bytes, place(ofString: scanner)).text) || isNamed
            }
            if !isSecret, plain == "value" || plain == "key" && scanner.isAtString() {
                pair.append((plain, scanner.offset))
                _ = try scanner.value()
            } else {
                try value(&scanner, bytes, isSecret: isSecret || hides(name), name: name, level: level + 1, &table)
            }
        }
        let hasValue = pair.contains { $0.name == "value" }
        for (name, offset) in pair {
            let isSecret = name == "key" ? !hasValue && hides(name) : isNamed || hides(name)
            var again = JSONScanner(bytes, at: offset)
            try value(&again, bytes, isSecret: isSecret, name: name, level: level + 1, &table)
        }
    }

    private func place(ofString scanner: JSONScanner) throws -> Range<Int> {
        var scanner = scanner
        return try scanner.string()
    }

    private mutating func hides(_ key: String) -> Bool {
        if let decision = decisions[key] { return decision }
        let decision = rules.hides(key, isResponse: isResponse)
        decisions[key] = decision
        return decision
    }

    /// A text as a string of JSON.
    static func literal(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
