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
        return named.map { $0.changed(texts: { text, _ in table.replaced(text) }, bodies: replacingKnownSecrets) }
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
        let hidden = CassetteExchange(request: request).changed(
            texts: { text, place in if case .url = place { Placeholder.hidden(in: text) } else { text } },
            bodies: { body, _, _ in Placeholder.hidden(in: body) }
        )
        let named = redaction.replacingNamedSecrets(of: hidden)
        guard isEverywhere else { return named.request }
        redaction.table.updateSearch()
        return named.changed(
            texts: { text, place in if case .url = place { redaction.table.replaced(text) } else { text } },
            bodies: redaction.replacingKnownSecrets
        ).request
    }

    mutating func url(_ url: String) -> String {
        URLSecrets(rules: rules, isResponse: true).replaced(inURL: url, &table)
    }

    mutating func text(_ text: String, isResponse: Bool, _ kind: TextSecrets.Kind) -> String {
        var secrets = TextSecrets(text, rules: rules, isResponse: isResponse, kind: kind)
        return secrets.replaced(&table)
    }

    // MARK: - Private

    private mutating func replacingNamedSecrets(of exchange: CassetteExchange) -> CassetteExchange {
        exchange.changed(
            texts: { text, place in
                switch place {
                case .url: url(text)
                case .field(let name, let isResponse): value(text, ofField: name, isResponse: isResponse)
                case .reason: self.text(text, isResponse: true, .value)
                }
            },
            bodies: { body, type, isResponse in self.body(body, type, isResponse: isResponse) }
        )
    }

    private func replacingKnownSecrets(_ body: Data, _ contentType: String?, isResponse: Bool) -> Data {
        table.replacedPieces(table.replaced(body) ?? body)
    }
}

extension CassetteExchange {
    /// The place of a text.
    fileprivate enum Place {
        case url
        case field(name: String, isResponse: Bool)
        case reason
    }

    /// This exchange with other texts, and with other bodies without their content codings.
    fileprivate func changed(
        texts change: (_ text: String, Place) -> String,
        bodies changeBody: (_ body: Data, _ contentType: String?, _ isResponse: Bool) -> Data
    ) -> CassetteExchange {
        var exchange = self
        exchange.request.url = change(request.url, .url)
        let sent = PlainBody(request.body, request.headers)
        let content = changeBody(sent.content, request.headers["Content-Type"], false)
        exchange.request.body = sent.replaced(by: content, &exchange.request.headers)
        if var head {
            let received = PlainBody(body, head.headers)
            let content = changeBody(received.content, head.headers["Content-Type"], true)
            exchange.body = received.replaced(by: content, &head.headers)
            exchange.head = head
        }
        func fields(_ headers: HTTPHeaders, isResponse: Bool) -> HTTPHeaders {
            HTTPHeaders(
                headers.map { field in
                    let value = change(field.value, .field(name: field.name, isResponse: isResponse))
                    return HTTPHeaders.Field(name: field.name, value: value)
                }
            )
        }
        exchange.request.headers = fields(exchange.request.headers, isResponse: false)
        if let headers = exchange.head?.headers { exchange.head?.headers = fields(headers, isResponse: true) }
        exchange.trailers = fields(trailers, isResponse: true)
        if let failure { exchange.failure?.reason = change(failure.reason, .reason) }
        return exchange
    }
}
