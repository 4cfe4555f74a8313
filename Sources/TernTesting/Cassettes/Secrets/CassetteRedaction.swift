import Foundation
import Tern

/// Replaces the secrets of a recording: those that texts don't show (see ``Redaction``), by placeholders that are equal
/// for equal secrets.
///
/// A secret is replaced where its name tells that it is one, and in all other texts of the recording, encoded or not.
struct CassetteRedaction {
    private let rules: Redaction
    private(set) var table = SecretTable()

    init(_ rules: Redaction) {
        self.rules = rules
    }

    /// - Parameter old: An earlier recording that is redacted already. Its placeholders stay as they are, where the
    ///   other exchanges have them, too.
    mutating func redacted(
        _ exchanges: [CassetteExchange],
        after old: [CassetteExchange] = []
    ) -> [CassetteExchange] {
        guard !rules.hidesNothing else { return exchanges }
        table.naming = .kept
        for exchange in old { _ = replacingNamedSecrets(of: exchange) }
        table.naming = .numbered
        // All secrets are found before the first one is replaced: a response may have one that was sent earlier.
        let named = exchanges.map { replacingNamedSecrets(of: $0) }
        table.updateSearch()
        return named.map(replacingKnownSecrets)
    }

    /// A request with the same text in place of each secret. Requests whose secrets alone differ are equal then.
    static func hidingSecrets(of request: RecordedRequest, by rules: Redaction) -> RecordedRequest {
        guard !rules.hidesNothing else { return request }
        var redaction = CassetteRedaction(rules)
        redaction.table.naming = .equal
        return redaction.replacingNamedSecrets(of: CassetteExchange(request: request)).request
    }

    // MARK: - Named

    private mutating func replacingNamedSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        var exchange = exchange
        exchange.request.url = url(exchange.request.url)
        changeBodies(of: &exchange) { body, headers, isResponse in
            self.body(body, headers["Content-Type"], isResponse: isResponse)
        }
        exchange.request.headers = fields(exchange.request.headers, isResponse: false)
        if let head = exchange.head { exchange.head?.headers = fields(head.headers, isResponse: true) }
        exchange.trailers = fields(exchange.trailers, isResponse: true)
        if let failure = exchange.failure {
            exchange.failure?.reason = text(failure.reason, isResponse: true, isCode: true)
        }
        return exchange
    }

    /// Changes the bodies without their content codings.
    private func changeBodies(
        of exchange: inout CassetteExchange,
        _ change: (_ body: Data, _ headers: HTTPHeaders, _ isResponse: Bool) -> Data
    ) {
        var fields = exchange.request.headers
        let sent = PlainBody(exchange.request.body, fields)
        exchange.request.body = sent.replaced(by: change(sent.content, fields, false), &fields)
        exchange.request.headers = fields
        guard let head = exchange.head else { return }
        fields = head.headers
        let received = PlainBody(exchange.body, fields)
        exchange.body = received.replaced(by: change(received.content, fields, true), &fields)
        exchange.head?.headers = fields
    }

    private mutating func url(_ url: String) -> String { table.replacingNamedSecrets(inURL: url, rules) }

    private mutating func text(_ text: String, isResponse: Bool, isCode: Bool) -> String {
        var secrets = TextSecrets(text, rules: rules, isResponse: isResponse, isCode: isCode)
        return secrets.replaced(&table)
    }

    // MARK: - Fields

    private mutating func fields(_ fields: HTTPHeaders, isResponse: Bool) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(value(of: field, isResponse: isResponse), for: field.name) }
        return result
    }

    private mutating func value(of field: HTTPHeaders.Field, isResponse: Bool) -> String {
        let name = field.name.lowercased()
        if rules.shows(field: field.name) {
            if ["location", "content-location", "referer", "origin"].contains(name) { return url(field.value) }
            return text(field.value, isResponse: true, isCode: true)
        }
        if name == "cookie" { return field.value.split(separator: ";").map { cookie($0) }.joined(separator: ";") }
        if name == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }
            return cookie(pair) + field.value.dropFirst(pair.count)
        }
        if name.hasSuffix("authorization") { return credentials(field.value, isChallenge: false) }
        if name.hasSuffix("authenticate") {
            // A challenge without parameters is the name of a scheme.
            return field.value.contains(" ") ? credentials(field.value, isChallenge: true) : field.value
        }
        let isShort = field.value.utf8.count <= 5
        let isPlain = field.value.utf8.allSatisfy { $0 &- 48 < 10 } || ["true", "false"].contains(field.value)
        // Numbers of elements and of pages, which the next request depends on.
        if isResponse, isShort, isPlain, !rules.hides(field.name) { return field.value }
        // The value of a field that isn't known may be a word of other texts.
        return table.placeholder(for: field.value, isEverywhere: rules.hides(field.name))
    }

    private mutating func cookie(_ pair: Substring) -> String {
        let name = pair.prefix { $0 != "=" }
        let value = pair.dropFirst(name.count + 1)
        let content = value.trimmingCharacters(in: ["\"", " "])
        guard !content.isEmpty else { return String(pair) }
        return "\(name)=\(value.replacing(content, with: table.placeholder(for: content)))"
    }

    /// Parameters of credentials and challenges that aren't secrets (RFC 6750, RFC 7616).
    private static let harmlessParameters: Set<String> = [
        "algorithm", "charset", "domain", "error", "error_description", "nc", "qop", "realm", "scope", "stale", "uri",
        "userhash", "signedheaders", "oauth_signature_method", "oauth_version",
    ]

    /// The scheme isn't secret, nor are the names of parameters.
    private mutating func credentials(_ value: String, isChallenge: Bool) -> String {
        let scheme = value.prefix { $0 != " " }
        let rest = value.dropFirst(scheme.count).drop { $0 == " " }
        guard !rest.isEmpty else { return table.placeholder(for: value) }
        if scheme.lowercased() == "basic", let plain = Data(base64Encoded: String(rest)),
            let text = String(data: plain, encoding: .utf8), let colon = text.firstIndex(of: ":")
        {
            let parts = [text[..<colon], text[text.index(after: colon)...]].map {
                $0.isEmpty ? "" : table.placeholder(for: String($0))
            }
            return "\(scheme) \(Data(parts.joined(separator: ":").utf8).base64EncodedString())"
        }
        let parameters = rest.split(separator: ",", omittingEmptySubsequences: false).map { parameter in
            (name: parameter.prefix { $0 != "=" }, value: parameter.drop { $0 != "=" }.dropFirst())
        }
        let areNamed = parameters.allSatisfy { parameter in
            let name = parameter.name.split(separator: " ").last ?? ""
            return HTTPField.isToken(String(name)) && parameter.value.contains { $0 != "=" }
        }
        guard areNamed, isChallenge || scheme.lowercased() != "bearer" else {
            return "\(scheme) \(table.placeholder(for: String(rest)))"
        }
        return "\(scheme) "
            + parameters.map { name, value in
                let content = value.trimmingCharacters(in: ["\"", " "])
                // The first parameter of a second challenge is after the name of its scheme.
                let plain = name.split(separator: " ").last?.lowercased() ?? ""
                if Self.harmlessParameters.contains(plain) || content.isEmpty { return "\(name)=\(value)" }
                return "\(name)=\(value.replacing(content, with: table.placeholder(for: content)))"
            }.joined(separator: ",")
    }

    // MARK: - Bodies

    private mutating func body(_ body: Data, _ contentType: String?, isResponse: Bool) -> Data {
        guard !body.isEmpty else { return body }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("multipart/"), let boundary = contentType.flatMap({ FieldParameters.read($0)["boundary"] }) {
            return multipart(body, boundary, isResponse: isResponse)
        }
        var json = JSONSecrets(rules: rules, isResponse: isResponse)
        if let replaced = try? json.replaced(body, &table) { return replaced }
        // Foundation's initializer removes a mark of the byte order.
        let text = String(decoding: body, as: UTF8.self)
        guard Data(text.utf8) == body else { return body }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let replaced = rules.replacingSecrets(inItems: text) { secret in
                table.placeholder(for: Redaction.percentDecoded(secret.replacing("+", with: " ")))
            }
            return Data(replaced.utf8)
        }
        let isCode =
            ["html", "xml", "script", "css"].contains(where: type.contains)
            || text.drop(while: \.isWhitespace).first == "<"
        return Data(self.text(text, isResponse: isResponse, isCode: isCode).utf8)
    }

    private mutating func multipart(_ body: Data, _ boundary: String, isResponse: Bool) -> Data {
        let delimiter = Data("--\(boundary)".utf8)
        var result = Data()
        var start = body.startIndex
        while true {
            let end = body.range(of: delimiter, in: start..<body.endIndex) ?? body.endIndex..<body.endIndex
            result += part(body[start..<end.lowerBound], isResponse: isResponse) + body[end]
            guard !end.isEmpty else { return result }
            start = end.upperBound
        }
    }

    private mutating func part(_ part: Data, isResponse: Bool) -> Data {
        let blank = Data("\r\n\r\n".utf8)
        guard let middle = part.range(of: blank) else { return part }
        let lineBreak = part.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 0
        let head = String(decoding: part[..<middle.lowerBound], as: UTF8.self)
        let content = part[middle.upperBound...].dropLast(lineBreak)
        var headers = HTTPHeaders()
        for line in head.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers.add(
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
                for: String(line[..<colon])
            )
        }
        let name = headers["Content-Disposition"].flatMap { FieldParameters.read($0)["name"] }
        let plain = PlainBody(Data(content), headers)
        let replaced: Data
        if let name, !content.isEmpty, rules.hides(name, isResponse: isResponse),
            let text = String(data: plain.content, encoding: .utf8)
        {
            replaced = Data(table.placeholder(for: text).utf8)
        } else {
            replaced = body(plain.content, headers["Content-Type"], isResponse: isResponse)
        }
        return part[..<middle.upperBound] + plain.replaced(by: replaced, &headers) + part.suffix(lineBreak)
    }

    // MARK: - Known

    private func replacingKnownSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        var exchange = exchange
        exchange.request.url = table.replaced(exchange.request.url)
        changeBodies(of: &exchange) { body, _, _ in replaced(body) }
        exchange.request.headers = replaced(exchange.request.headers)
        if let head = exchange.head { exchange.head?.headers = replaced(head.headers) }
        exchange.trailers = replaced(exchange.trailers)
        if let failure = exchange.failure { exchange.failure?.reason = table.replaced(failure.reason) }
        return exchange
    }

    private func replaced(_ body: Data) -> Data {
        guard let replaced = table.replaced(body) else { return body }
        return (try? JSONSecrets.replaced(body, by: table)) ?? replaced
    }

    private func replaced(_ fields: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(table.replaced(field.value), for: field.name) }
        return result
    }
}
