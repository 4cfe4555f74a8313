import Foundation
import Tern

/// Replaces the secrets of a recording: those that texts don't show (see ``Redaction``), by placeholders that are equal
/// for equal secrets.
///
/// A secret is replaced where its name tells that it is one, and in all other texts of the recording, encoded or not.
struct CassetteRedaction {
    private let rules: Redaction
    private(set) var table: SecretTable

    /// - Parameter firstNumber: That of the first placeholder.
    init(_ rules: Redaction, firstNumber: Int = 1) {
        self.rules = rules
        table = SecretTable(firstNumber: firstNumber)
    }

    mutating func redacted(_ exchanges: [CassetteExchange]) -> [CassetteExchange] {
        guard !rules.hidesNothing else { return exchanges }
        // All secrets are found before the first one is replaced: a response may have one that was sent earlier.
        let named = exchanges.map { replacingNamedSecrets(of: $0) }
        return named.map(replacingKnownSecrets)
    }

    // MARK: - Named

    private mutating func replacingNamedSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        let original = exchange.request
        var exchange = exchange
        let type = original.headers["Content-Type"]
        exchange.request.url = self.url(exchange.request.url)
        exchange.request.headers = fields(exchange.request.headers)
        exchange.request.body = body(exchange.request.body, type, isResponse: false)
        if var head = exchange.head {
            head.headers = fields(head.headers)
            exchange.head = head
            exchange.body = body(exchange.body, head.headers["Content-Type"], isResponse: true)
        }
        exchange.trailers = fields(exchange.trailers)
        noteOtherSecrets(of: original, type)
        return exchange
    }

    /// Notes secrets in other places, such as the parts of a multipart form.
    private mutating func noteOtherSecrets(of recorded: RecordedRequest, _ type: String?) {
        guard let url = URL(string: recorded.url) else { return }
        let request = Request(
            url: url,
            method: recorded.method,
            headers: HTTPHeaders(recorded.headers.filter { rules.hides($0.name) }),
            body: recorded.body.isEmpty ? nil : .data(recorded.body, contentType: type)
        )
        // Sorted, since the numbers of the placeholders must not depend on the order of a set.
        for secret in rules.secrets(of: request).sorted() where table.firstSecret(in: Data(secret.utf8)) == nil {
            table.placeholder(for: secret)
        }
    }

    private mutating func url(_ url: String) -> String {
        rules.replacingSecrets(inURL: url) { table.placeholder(for: Redaction.percentDecoded($0)) }
    }

    private mutating func fields(_ fields: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(value(of: field), for: field.name) }
        return result
    }

    private mutating func value(of field: HTTPHeaders.Field) -> String {
        let name = field.name.lowercased()
        if name == "cookie" { return field.value.split(separator: ";").map { cookie($0) }.joined(separator: ";") }
        if name == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }
            return cookie(pair) + field.value.dropFirst(pair.count)
        }
        if rules.shows(field: field.name) {
            if ["location", "content-location", "referer"].contains(name) { return url(field.value) }
            return rules.replacingKnownTokens(in: field.value) { table.placeholder(for: $0) }
        }
        // The scheme of credentials isn't secret.
        let scheme = name.hasSuffix("authorization") ? field.value.prefix { $0 != " " } : ""
        guard !scheme.isEmpty, scheme.count < field.value.count else {
            // The value of a field that isn't known may be a word of other texts.
            return table.placeholder(for: field.value, isEverywhere: rules.hides(field.name))
        }
        let credentials = field.value.dropFirst(scheme.count + 1)
        return "\(scheme) \(table.placeholder(for: String(credentials)))"
    }

    private mutating func cookie(_ pair: Substring) -> String {
        let name = pair.prefix { $0 != "=" }
        let value = pair.dropFirst(name.count + 1)
        return value.isEmpty ? String(pair) : "\(name)=\(table.placeholder(for: String(value)))"
    }

    private mutating func body(_ body: Data, _ contentType: String?, isResponse: Bool) -> Data {
        guard !body.isEmpty else { return body }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded"), let form = String(data: body, encoding: .utf8) {
            let replaced = rules.replacingSecrets(inItems: form) { secret in
                table.placeholder(for: Redaction.percentDecoded(secret.replacing("+", with: " ")))
            }
            return Data(replaced.utf8)
        }
        var json = JSONSecrets(rules: rules, isResponse: isResponse)
        if let replaced = try? json.replaced(body, &table) { return replaced }
        guard let text = String(data: body, encoding: .utf8) else { return body }
        let replaced = rules.replacingKnownTokens(in: text) { table.placeholder(for: $0) }
        return replaced == text ? body : Data(replaced.utf8)
    }

    // MARK: - Known

    private func replacingKnownSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        var exchange = exchange
        exchange.request.url = table.replaced(exchange.request.url)
        exchange.request.headers = replaced(exchange.request.headers)
        exchange.request.body = replaced(exchange.request.body)
        if var head = exchange.head {
            head.headers = replaced(head.headers)
            exchange.head = head
        }
        exchange.body = replaced(exchange.body)
        exchange.trailers = replaced(exchange.trailers)
        if var failure = exchange.failure {
            failure.reason = table.replaced(failure.reason)
            exchange.failure = failure
        }
        return exchange
    }

    private func replaced(_ body: Data) -> Data {
        (try? JSONSecrets.replaced(body, by: table)) ?? table.replaced(body) ?? body
    }

    private func replaced(_ fields: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(table.replaced(field.value), for: field.name) }
        return result
    }
}

/// Replaces the values with the name of a secret in a text of JSON, and leaves all else as it is written.
private struct JSONSecrets {
    let rules: Redaction
    let isResponse: Bool
    /// The places of the values, and what replaces them.
    private var replacements: [(place: Range<Int>, text: String)] = []

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
        for (place, text) in replacements {
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
            try scanner.object { key, scanner in
                let hides = isSecret || rules.hides(key, isResponse: isResponse)
                try value(&scanner, bytes, isSecret: hides, name: key, depth: depth + 1, &table)
            }
        } else if scanner.isAtArray() {
            try scanner.array { _, scanner in
                try value(&scanner, bytes, isSecret: isSecret, name: name, depth: depth + 1, &table)
            }
        } else if scanner.isAtString() {
            let place = try scanner.string()
            let text = try JSONString(bytes, place).text
            guard isSecret else {
                let shown = self.text(text, depth, &table)
                if shown != text { replacements.append((place, Self.literal(shown))) }
                return
            }
            if !text.isEmpty { replacements.append((place, "\"\(table.placeholder(for: text))\"")) }
        } else {
            let place = try scanner.value()
            guard isSecret, !Redaction.isNameOfAmount(name), let first = bytes[place].first, !"tfn".utf8.contains(first)
            else { return }
            let text = String(decoding: bytes[place], as: UTF8.self)
            let isInteger = text.utf8.allSatisfy { (48...57).contains($0) }
            let placeholder = isInteger ? table.placeholder(for: text) : table.number(for: text)
            replacements.append((place, placeholder))
        }
    }

    /// A string whose name isn't that of a secret. It can be JSON or a URL itself.
    private func text(_ text: String, _ depth: Int, _ table: inout SecretTable) -> String {
        var text = text
        if let first = text.utf8.first, "{[".utf8.contains(first), depth < 4 {
            var nested = JSONSecrets(rules: rules, isResponse: isResponse)
            if let replaced = try? nested.replaced(Data(text.utf8), &table) {
                return String(decoding: replaced, as: UTF8.self)
            }
        }
        if text.contains("://"), !text.contains(" ") {
            text = rules.replacingSecrets(inURL: text) { table.placeholder(for: Redaction.percentDecoded($0)) }
        }
        return rules.replacingKnownTokens(in: text) { table.placeholder(for: $0) }
    }

    private static func literal(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
