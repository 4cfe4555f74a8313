import Foundation

/// Removes the secrets of a request from texts about it.
extension Redaction {
    /// The largest body that is searched for secrets, in bytes.
    static let maximumBodyBytes = 65_536
    /// The shortest secret that is removed, in characters. Shorter texts also occur in unrelated words.
    private static let minimumLength = 4

    /// A text about this request, with the request's secrets replaced by ``mark``.
    ///
    /// - Parameter others: Further secrets.
    static func scrub(_ text: String, request: Request?, hiding others: [String] = []) -> String {
        guard request != nil || !others.isEmpty else { return text }
        let secrets = (request.map(secrets) ?? []).union(others).filter { $0.count >= minimumLength }
            .sorted { ($0.count, $0) > ($1.count, $1) }
        return secrets.reduce(text) { text, secret in
            // The comparison by scalars is needed, too: a combining mark after a secret changes its last `Character`.
            text.replacingOccurrences(of: secret, with: mark, options: .literal)
                .replacingOccurrences(of: secret, with: mark)
        }
    }

    /// The values of a request's secret fields, query items, user info and body, as sent and unescaped.
    private static func secrets(of request: Request) -> Set<String> {
        var secrets: Set<String> = []
        for field in request.headers {
            let (name, value) = (field.name, field.value)
            secrets.formUnion(rendered(field: name, value: value).secrets)
            guard isSensitive(field: name) else { continue }
            if name.lowercased() == "cookie" { secrets.formUnion(cookies(in: value)) }
            // The name of the authentication scheme is not a secret, but the credentials after it are secret.
            guard let space = value.firstIndex(of: " ") else { continue }
            let credentials = String(value[value.index(after: space)...])
            secrets.insert(credentials)
            if let plain = Data(base64Encoded: credentials), let text = String(data: plain, encoding: .utf8) {
                secrets.formUnion([text] + text.split(separator: ":", maxSplits: 1).map(String.init))
            }
        }
        let url = rendered(url: request.url.absoluteString)
        secrets.formUnion(url.secrets)
        if let user = request.url.user, let password = request.url.password { secrets.formUnion([user, password]) }
        for secret in url.secrets { secrets.formUnion(secret.split(separator: ":").map(String.init)) }
        secrets.formUnion(bodySecrets(of: request))
        secrets.formUnion(request.body?.secrets ?? [])
        for secret in secrets {
            secrets.insert(percentDecoded(secret))
            secrets.insert(percentDecoded(secret.replacingOccurrences(of: "+", with: " ")))
        }
        return secrets
    }

    private static func cookies(in field: String) -> [String] {
        field.split(separator: ";").flatMap { pair in
            let pair = pair.trimmingCharacters(in: .whitespaces)
            let content = String(pair.drop { $0 != "=" }.dropFirst())
            // Short values are flags, which occur in unrelated texts.
            return content.count >= 6 ? [pair, content] : [pair]
        }
    }

    private static func bodySecrets(of request: Request) -> [String] {
        let body = request.attributes[UncompressedBody.self] ?? request.body?.data
        guard let body, body.count <= maximumBodyBytes else { return [] }
        // The header is added only when the request is sent.
        let type = (request.headers["Content-Type"] ?? request.body?.contentType)?.lowercased() ?? ""
        if type.contains("json") { return JSONTree(parsing: Array(body))?.secrets ?? [] }
        let text = String(decoding: body, as: UTF8.self)
        if type.hasPrefix("application/x-www-form-urlencoded") { return rendered(items: text).secrets }
        if type.hasPrefix("multipart/") { return partSecrets(in: text) }
        return type.contains("xml") ? MarkupTree(parsing: text)?.rendered(depth: 0).secrets ?? [] : []
    }

    /// The secrets in a part of a multipart form: its content if its name is sensitive, and secrets that JSON names.
    static func secrets(ofPart name: String, data: Data) -> [String] {
        guard data.count <= maximumBodyBytes else { return [] }
        let isJSON = data.first.map { "{[".utf8.contains($0) } ?? false
        let named = isJSON ? JSONTree(parsing: Array(data))?.secrets ?? [] : []
        return isSensitive(key: name) ? named + [String(decoding: data, as: UTF8.self)] : named
    }

    /// The contents of `multipart/form-data` parts whose names are sensitive.
    private static func partSecrets(in body: String) -> [String] {
        body.components(separatedBy: "\r\n--").compactMap { part in
            guard let end = part.range(of: "\r\n\r\n"), let start = part.range(of: " name=\"")?.upperBound,
                start < end.lowerBound, isSensitive(key: String(part[start...].prefix { $0 != "\"" }))
            else { return nil }
            return String(part[end.upperBound...])
        }
    }
}

/// The body of a request before a plugin compressed it, if it is small enough to be searched for secrets.
enum UncompressedBody: RequestAttributeKey {
    static var defaultValue: Data? { nil }
}
