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
        do {
            if let query = try task.encodedQuery(default: encoder) { text = URLJoin.appendQuery(query, to: url) }
        } catch {
            throw EncodingFailure.error(of: .query, wrapping: error)
        }
        let body: RequestBody?
        do {
            body = try task.encodedBody(default: encoder, json: jsonEncoder)
        } catch {
            throw EncodingFailure.error(of: task.body?.part ?? .data, wrapping: error)
        }

        let url = try URLJoin.url(from: text)
        try HTTPField.check(method, httpHeaderFields)
        var request = Request(url: url, method: method, headers: httpHeaderFields)
        request.crossOriginHeaders = crossOriginHeaders
        if let body {
            request.body = body
            if let type = body.contentType, !type.isEmpty, !httpHeaderFields.contains("Content-Type") {
                try HTTPField.check(name: "Content-Type", value: type)
                request.headers.add(type, for: "Content-Type")
            }
        }
        request.markAsChecked()
        return request
    }

    /// Replaces the URL and the query of the endpoint with `url`.
    ///
    /// - Throws: `TernError` with code `.invalidURL` for a URL with another origin. Its server must not receive the
    ///   credentials from this endpoint's fields and from plugins.
    mutating func move(to url: URL) throws(TernError) {
        try URLJoin.checkJoined(self.url)
        let own = try URLJoin.url(from: self.url)
        let text = URLReference.withoutFragment(url)
        let destination = try URLJoin.url(from: text)
        guard own.hasSameOrigin(as: destination) else {
            let shown = Redaction.text(ofURL: text).prefix(500)
            let ownShown = Redaction.text(ofURL: self.url).prefix(500)
            throw TernError(
                .invalidURL,
                reason:
                    "The URL of the call's options, \(shown), has another origin than \(ownShown).",
                advice:
                    "Use a target and a provider for the other origin, since this request has credentials for its own."
            )
        }
        self.url = text
        task = task.withoutQuery
    }
}
