import Foundation
import Tern

/// Replaces the values with the name of a secret in a text of JSON, and leaves all else as it is written.
struct JSONSecrets {
    let rules: Redaction
    let isResponse: Bool
    /// The places of the values, and what replaces them.
    private var replacements: [(place: Range<Int>, text: String)] = []
    /// By the keys, which are the same in many objects.
    private var decisions: [String: Bool] = [:]

    init(rules: Redaction, isResponse: Bool) {
        self.rules = rules
        self.isResponse = isResponse
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
            result += body[body.startIndex + end..<body.startIndex + place.lowerBound] + Data(text.utf8)
            end = place.upperBound
        }
        return result + body[(body.startIndex + end)...]
    }

    /// Replaces known secrets in the strings and the numbers of a text of JSON. A replacement in its bytes could begin
    /// within an escape sequence.
    ///
    /// - Throws: If the text isn't JSON.
    static func replaced(_ body: Data, by table: SecretTable) throws -> Data {
        try body.withUnsafeBytes { bytes in
            var check = JSONScanner(bytes)
            _ = try check.value()
            try check.end()
            var result = Data(capacity: body.count)
            var end = 0
            func add(_ text: Data) { result += table.replaced(text) ?? text }
            while let quote = bytes[end...].firstIndex(of: UInt8(ascii: "\"")) {
                add(Data(bytes[end..<quote]))
                var scanner = JSONScanner(bytes, at: quote)
                let place = try scanner.string()
                let text = try JSONString(bytes, place).text
                let shown = table.replaced(text)
                result += shown == text ? Data(bytes[place]) : Data(literal(shown).utf8)
                end = place.upperBound
            }
            add(Data(bytes[end...]))
            return result
        }
    }

    private mutating func value(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeRawBufferPointer,
        isSecret: Bool,
        name: String = "",
        depth: Int = 0,
        _ table: inout SecretTable
    ) throws {
        guard depth < 100 else { throw JSONScanner.Failure(offset: scanner.offset, expected: "fewer levels") }
        if scanner.isAtObject() {
            // `{"name": "password", "value": "…"}` is a pair, too.
            var isNamed = false
            var content: (place: Range<Int>, text: String)?
            try scanner.object { key, scanner in
                if ["name", "key", "value"].contains(key), scanner.isAtString() {
                    let place = try place(ofString: scanner)
                    let text = try JSONString(bytes, place).text
                    if key == "value" { content = (place, text) } else { isNamed = isNamed || hides(text) }
                }
                let hides = isSecret || hides(key)
                try value(&scanner, bytes, isSecret: hides, name: key, depth: depth + 1, &table)
            }
            if isNamed, let (place, text) = content, !text.isEmpty {
                if let index = replacements.lastIndex(where: { $0.place == place }) { replacements.remove(at: index) }
                replacements.append((place, Self.literal(table.placeholder(for: text))))
            }
        } else if scanner.isAtArray() {
            try scanner.array { _, scanner in
                try value(&scanner, bytes, isSecret: isSecret, name: name, depth: depth + 1, &table)
            }
        } else if scanner.isAtString() {
            let place = try scanner.string()
            let text = try JSONString(bytes, place).text
            let shown = isSecret && !text.isEmpty ? table.placeholder(for: text) : self.text(text, depth, &table)
            if shown != text { replacements.append((place, Self.literal(shown))) }
        } else {
            let place = try scanner.value()
            guard isSecret, !Redaction.isNameOfAmount(name), let first = bytes[place].first, !"tfn".utf8.contains(first)
            else { return }
            let text = String(decoding: bytes[place], as: UTF8.self)
            replacements.append((place, table.number(for: text)))
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

    /// A string whose name isn't that of a secret. It can be JSON or a URL itself.
    private func text(_ text: String, _ depth: Int, _ table: inout SecretTable) -> String {
        if let first = text.utf8.first, "{[".utf8.contains(first), depth < 4 {
            var nested = JSONSecrets(rules: rules, isResponse: isResponse)
            if let replaced = try? nested.replaced(Data(text.utf8), &table) {
                return String(decoding: replaced, as: UTF8.self)
            }
        }
        var secrets = TextSecrets(text, rules: rules, isResponse: isResponse, isCode: true)
        return secrets.replaced(&table)
    }

    private static func literal(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
