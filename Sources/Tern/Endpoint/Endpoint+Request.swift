import Foundation

extension Endpoint {
    /// The request for this endpoint: URL with query, method, fields and body.
    ///
    /// `Content-Type` is the media type of the body, unless `httpHeaderFields` has that field.
    ///
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.encodingFailed`.
    public func request() throws(TernError) -> Request {
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

        let url = try URLJoin.url(from: text)
        if method != .get { try HTTPField.check(method: method.rawValue) }
        for field in httpHeaderFields { try HTTPField.check(name: field.name, value: field.value) }
        var request = Request(url: url, method: method, headers: httpHeaderFields)
        request.crossOriginHeaders = crossOriginHeaders
        if let body {
            request.body = .data(body.data, contentType: body.contentType)
            if !httpHeaderFields.contains("Content-Type") {
                try HTTPField.check(name: "Content-Type", value: body.contentType)
                request.headers.add(body.contentType, for: "Content-Type")
            }
        }
        return request
    }
}
