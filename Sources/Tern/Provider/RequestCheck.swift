import Foundation

/// What any request has to be, whoever made it, before a transport sees it.
enum RequestCheck {
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`.
    static func check(_ request: URLRequest) throws(TernError) {
        guard let url = request.url else { throw TernError(.invalidURL, reason: "The request has no URL.") }
        try URLJoin.check(url.absoluteString)
        if let method = request.httpMethod, method != "GET" { try HTTPField.check(method: method) }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            try HTTPField.check(name: name, value: value)
            try checkFraming(name: name, value: value, of: request)
        }
        if request.httpBodyStream != nil {
            throw TernError(.bodyNotReplayable, reason: "The body is a stream, which could be sent only once.")
        }
    }

    /// Refuses fields that would end the message somewhere else than it ends, so that the rest becomes a request of its
    /// own (RFC 9112, section 11.2). The transport frames messages.
    private static func checkFraming(name: String, value: String, of request: URLRequest) throws(TernError) {
        if name.isEqualIgnoringASCIICase(to: "Content-Length") {
            let count = request.httpBody?.count ?? 0
            guard value != "\(count)" else { return }
            let reason = "Content-Length is not the size of the body, \(count). Leave the field out."
            throw TernError(.invalidField, reason: reason)
        }
        if name.isEqualIgnoringASCIICase(to: "Transfer-Encoding") {
            throw TernError(.invalidField, reason: "Transfer-Encoding is the transport's to set. Leave the field out.")
        }
    }
}
