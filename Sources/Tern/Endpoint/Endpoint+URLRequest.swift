import Foundation

extension Endpoint {
    /// The request for this endpoint: URL with query, method, fields and body.
    ///
    /// `Content-Type` is that of the body, unless the fields have one.
    ///
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.encodingFailed`; nothing has been sent then.
    public func urlRequest() throws(TernError) -> URLRequest {
        try URLJoin.checkJoined(url)
        let encoder = queryEncoder ?? QueryEncoder()
        var text = url
        var body: (data: Data, contentType: String)?
        do {
            if let query = try task.encodedQuery(default: encoder) { text = URLJoin.appendQuery(query, to: url) }
            body = try task.encodedBody(default: encoder)
        } catch {
            throw TernError(.encodingFailed, reason: EncodingFailure.reason(of: error), underlying: error)
        }

        var request = URLRequest(url: try URLJoin.url(from: text))
        if method != .get {
            try HTTPField.check(method: method.rawValue)
            request.httpMethod = method.rawValue
        }
        let fields = try requestFields(contentType: body?.contentType)
        if !fields.isEmpty { request.allHTTPHeaderFields = fields }
        if let body { request.httpBody = body.data }
        return request
    }

    /// Fields as `URLRequest` takes them: one value for a name. They are checked here, since `URLRequest` would drop
    /// or send what is not a field.
    private func requestFields(contentType: String?) throws(TernError) -> [String: String] {
        var fields = [String: String](minimumCapacity: httpHeaderFields.count + 1)
        for field in httpHeaderFields {
            try HTTPField.check(name: field.name, value: field.value)
            if let name = fields.keys.first(where: { $0.isEqualIgnoringASCIICase(to: field.name) }) {
                let separator = name.isEqualIgnoringASCIICase(to: "Cookie") ? "; " : ", "
                fields[name]?.append(separator + field.value)
            } else {
                fields[field.name] = field.value
            }
        }
        if let contentType, !httpHeaderFields.contains("Content-Type") {
            try HTTPField.check(name: "Content-Type", value: contentType)
            fields["Content-Type"] = contentType
        }
        return fields
    }
}
