import Foundation
import Tern

/// Replaces the secrets of a recording: those that texts don't show (see ``Redaction``), by placeholders that are equal
/// for equal secrets.
///
/// A secret is replaced where its name tells that it is one, and in all other texts of the recording, encoded or not.
struct CassetteRedaction {
    let rules: Redaction
    var table = SecretTable()

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

    /// A request with the same text in place of each secret and each placeholder. Requests whose secrets alone differ are
    /// equal then.
    ///
    /// - Parameter isEverywhere: Whether a secret is also replaced where no name tells that it is one, as in a recording.
    ///   The secret of a test can be a word that the request has elsewhere.
    static func hidingSecrets(
        of request: RecordedRequest,
        by rules: Redaction,
        isEverywhere: Bool = false
    ) -> RecordedRequest {
        guard !rules.hidesNothing else { return request }
        var redaction = CassetteRedaction(rules)
        redaction.table.naming = .equal
        var exchange = CassetteExchange(request: request)
        exchange.request.url = Placeholder.hidden(in: request.url)
        changeBodies(of: &exchange) { body, _, _ in Placeholder.hidden(in: body) }
        exchange = redaction.replacingNamedSecrets(of: exchange)
        guard isEverywhere else { return exchange.request }
        redaction.table.updateSearch()
        exchange.request.url = redaction.table.replaced(exchange.request.url)
        changeBodies(of: &exchange) { body, _, _ in redaction.replaced(body) }
        return exchange.request
    }

    // MARK: - Named

    private mutating func replacingNamedSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        var exchange = exchange
        exchange.request.url = url(exchange.request.url)
        Self.changeBodies(of: &exchange) { body, headers, isResponse in
            self.body(body, headers["Content-Type"], isResponse: isResponse)
        }
        exchange.request.headers = fields(exchange.request.headers, isResponse: false)
        if let head = exchange.head { exchange.head?.headers = fields(head.headers, isResponse: true) }
        exchange.trailers = fields(exchange.trailers, isResponse: true)
        if let failure = exchange.failure {
            exchange.failure?.reason = text(failure.reason, isResponse: true, .value)
        }
        return exchange
    }

    /// Changes the bodies without their content codings.
    private static func changeBodies(
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

    mutating func url(_ url: String) -> String {
        URLSecrets(rules: rules, isResponse: true).replaced(inURL: url, &table)
    }

    mutating func text(_ text: String, isResponse: Bool, _ kind: TextSecrets.Kind) -> String {
        var secrets = TextSecrets(text, rules: rules, isResponse: isResponse, kind: kind)
        return secrets.replaced(&table)
    }

    // MARK: - Known

    private func replacingKnownSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        var exchange = exchange
        exchange.request.url = table.replaced(exchange.request.url)
        Self.changeBodies(of: &exchange) { body, _, _ in replaced(body) }
        exchange.request.headers = replaced(exchange.request.headers)
        if let head = exchange.head { exchange.head?.headers = replaced(head.headers) }
        exchange.trailers = replaced(exchange.trailers)
        if let failure = exchange.failure { exchange.failure?.reason = table.replaced(failure.reason) }
        return exchange
    }

    private func replaced(_ body: Data) -> Data {
        let bytes = [UInt8](body)
        let found = table.replacements(in: bytes)
        let replaced =
            found.isEmpty
            ? body
            : (try? JSONSecrets.replaced(body, at: found.map(\.place), by: table)) ?? SecretTable.replaced(bytes, found)
        return SecretPieces.replaced(replaced, by: table)
    }

    private func replaced(_ fields: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(table.replaced(field.value), for: field.name) }
        return result
    }
}
