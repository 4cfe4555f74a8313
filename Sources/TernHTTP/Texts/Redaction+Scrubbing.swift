import Foundation

/// Removes the secrets of a request from texts about it. A server, and the error of another library, may repeat them.
extension Redaction {
    /// The largest body that is searched for secrets, in bytes.
    package static let maximumBodyBytes = 65_536
    /// The shortest secret that is removed, in characters. Shorter texts also occur in unrelated words.
    private static let minimumLength = 4

    /// A text about this request, with the request's secrets replaced by ``mark``. A secret whose end was cut off is
    /// replaced, too: a text that was cut has "…" there.
    ///
    /// - Parameter others: Further secrets.
    package func scrub(_ text: String, request: Request?, hiding others: [String] = []) -> String {
        guard !showsTexts, request != nil || !others.isEmpty else { return text }
        let secrets = (request.map(secrets) ?? []).union(others).filter { $0.count >= Self.minimumLength }
            .sorted { ($0.count, $0) > ($1.count, $1) }
        let whole = secrets.reduce(text) { text, secret in
            // The comparison by scalars is needed, too: a combining mark after a secret changes its last `Character`.
            text.replacingOccurrences(of: secret, with: Self.mark, options: .literal)
                .replacingOccurrences(of: secret, with: Self.mark)
        }
        var parts = whole.components(separatedBy: "…")
        let last = parts.removeLast()
        // The mark may have been cut as well.
        return (parts.map { Self.withoutBeginning(of: secrets + [Self.mark], atEndOf: $0) } + [last])
            .joined(separator: "…")
    }

    /// A text with the mark in place of the longest beginning of a secret at its end, of two bytes or more.
    private static func withoutBeginning(of secrets: [String], atEndOf text: String) -> String {
        let lengths = secrets.map { secret in
            let end = text.utf8.suffix(secret.utf8.count - 1)
            let start = end.indices.first { secret.utf8.starts(with: end[$0...]) } ?? end.endIndex
            return end[start...].count
        }
        guard let length = lengths.max(), length > 1 else { return text }
        return String(decoding: text.utf8.dropLast(length), as: UTF8.self) + mark
    }

    /// The values of a request's secret fields, query items, user info and body, as sent and unescaped.
    package func secrets(of request: Request) -> Set<String> {
        // Under rules that hide everything, a harmless value would be removed from unrelated texts.
        guard !hidesEverything else { return Redaction.default.secrets(of: request) }
        var secrets: Set<String> = []
        for field in request.headers where hides(field.name) {
            secrets.formUnion(credentials(in: field))
        }
        let url = rendered(url: request.url.absoluteString)
        secrets.formUnion(url.secrets)
        if let user = request.url.user, let password = request.url.password { secrets.formUnion([user, password]) }
        for secret in url.secrets { secrets.formUnion(secret.parts(at: ":").map(String.init)) }
        secrets.formUnion(bodySecrets(of: request))
        for part in request.body?.parts ?? [] { secrets.formUnion(self.secrets(in: part)) }
        for secret in secrets {
            secrets.insert(Self.percentDecoded(secret))
            secrets.insert(Self.percentDecoded(secret.replacingOccurrences(of: "+", with: " ")))
        }
        return secrets
    }

    /// The value of a field, and its parts: the credentials without the scheme, the user and password of the Basic
    /// scheme, secret parameters such as those of the Digest scheme, and cookies.
    private func credentials(in field: HTTPHeaders.Field) -> [String] {
        var secrets = [field.value]
        if field.isCookie {
            for pair in field.value.parts(at: ";") {
                let pair = pair.trimmingCharacters(in: .whitespaces)
                let content = String(pair.drop { $0 != "=" }.dropFirst())
                // Short values are flags, which occur in unrelated texts.
                secrets += content.count >= 6 ? [pair, content, content.trimmingCharacters(in: ["\""])] : [pair]
            }
        }
        guard let space = field.value.firstIndex(of: " ") else { return secrets }
        let credentials = field.value[space...].trimmingCharacters(in: .whitespaces)
        secrets.append(credentials)
        if let plain = Data(base64Encoded: credentials), let text = String(data: plain, encoding: .utf8) {
            secrets += [text] + text.parts(at: ":", maxSplits: 1).map(String.init)
        }
        for parameter in credentials.parts(at: ",") {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            // The first parameter is after the name of the scheme.
            let name = parameter[..<equals].parts(at: " ").last.map(String.init) ?? ""
            guard hides(name) || name.isEqualIgnoringASCIICase(to: "response") else { continue }
            secrets.append(parameter[parameter.index(after: equals)...].trimmingCharacters(in: ["\"", " "]))
        }
        return secrets
    }

    private func bodySecrets(of request: Request) -> [String] {
        let body = request.body?.original ?? request.body?.data
        guard let body, body.count <= Self.maximumBodyBytes else { return [] }
        // The header is added only when the request is sent.
        let type = (request.headers["Content-Type"] ?? request.body?.contentType)?.lowercased() ?? ""
        if MediaType.isJSON(type) { return secrets(inJSON: Self.json(body)) }
        let text = String(decoding: body, as: UTF8.self)
        if Self.isForm(type) { return rendered(items: text[...]).secrets }
        guard type.hasPrefix("multipart/") else { return [] }
        return text.components(separatedBy: "\r\n--").compactMap { part in
            guard let end = part.range(of: "\r\n\r\n") else { return nil }
            let lines = part[..<end.lowerBound].components(separatedBy: "\r\n")
            let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
            guard let name = disposition.flatMap({ FieldParameters($0)["name"] }), hides(name) else { return nil }
            return String(part[end.upperBound...])
        }
    }

    /// The secrets in a part of a multipart form: its content if its name is that of a secret, and secrets in JSON.
    private func secrets(in part: RequestBody.Part) -> [String] {
        let isJSON = part.data.first.map { "{[".utf8.contains($0) } ?? false
        let named = isJSON ? secrets(inJSON: Self.json(part.data)) : []
        return hides(part.name) ? named + [String(decoding: part.data, as: UTF8.self)] : named
    }
}
