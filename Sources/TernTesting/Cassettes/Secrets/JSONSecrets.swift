import Foundation
import Tern

/// Replaces the values with the name of a secret in a text of JSON, and leaves all else as it is written.
struct JSONSecrets {
    private static let maximumLevels = 100

    private let rules: Redaction
    private let isResponse: Bool
    /// The number of texts around this one, each of which is the value of the next one.
    private let depth: Int
    private var replacements: [SecretReplacement] = []
    /// By the keys, which are the same in many objects.
    private var decisions: [String: Bool] = [:]

    init(rules: Redaction, isResponse: Bool, depth: Int = 0) {
        (self.rules, self.isResponse, self.depth) = (rules, isResponse, depth)
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
        guard !replacements.isEmpty else { return body }
        let sorted = replacements.sorted { $0.place.lowerBound < $1.place.lowerBound }
        return Data(SecretReplacement.apply(sorted, to: [UInt8](body), in: 0..<body.count))
    }

    // MARK: - Private

    private mutating func value(
        _ scanner: inout JSONScanner,
        _ bytes: UnsafeRawBufferPointer,
        isSecret: Bool,
        name: String = "",
        level: Int = 0,
        _ table: inout SecretTable
    ) throws {
        guard level < Self.maximumLevels else {
            throw JSONScanner.Failure(offset: scanner.offset, expected: "fewer levels")
        }
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
            if shown != text { replacements.append(SecretReplacement(place: place, text: Self.literal(shown))) }
        } else {
            let place = try scanner.value()
            guard isSecret, !Redaction.isNameOfAmount(name), let first = bytes[place].first, !"tfn".utf8.contains(first)
            else { return }
            let number = table.placeholder(for: String(decoding: bytes[place], as: UTF8.self))
            replacements.append(SecretReplacement(place: place, text: Array(number.utf8)))
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
        var pair: [(name: String, start: JSONScanner)] = []
        try scanner.object { name, scanner in
            let plain = name.lowercased()
            if ["name", "key"].contains(plain), scanner.isAtString(), !isSecret {
                var copy = scanner
                isNamed = hides(try copy.text() ?? "") || isNamed
            }
            if !isSecret, plain == "value" || plain == "key" && scanner.isAtString() {
                pair.append((plain, scanner))
                _ = try scanner.value()
            } else {
                try value(&scanner, bytes, isSecret: isSecret || hides(name), name: name, level: level + 1, &table)
            }
        }
        let hasValue = pair.contains { $0.name == "value" }
        for (name, start) in pair {
            var scanner = start
            let isSecret = name == "key" ? !hasValue && hides(name) : isNamed || hides(name)
            try value(&scanner, bytes, isSecret: isSecret, name: name, level: level + 1, &table)
        }
    }

    private mutating func hides(_ key: String) -> Bool {
        if let decision = decisions[key] { return decision }
        let decision = rules.hides(key, isResponse: isResponse)
        decisions[key] = decision
        return decision
    }

    /// A text as a string of JSON.
    private static func literal(_ text: String) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { [UInt8]($0) } ?? Array("\"\"".utf8)
    }
}
