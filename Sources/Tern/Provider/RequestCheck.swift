import Foundation

/// What any request has to be, whoever made it, before a transport sees it.
enum RequestCheck {
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`.
    static func check(_ request: URLRequest) throws(TernError) {
        guard let url = request.url else { throw TernError(.invalidURL, reason: "The request has no URL.") }
        try URLJoin.check(url.absoluteString)
        if let method = request.httpMethod, method != "GET" { try HTTPField.check(method: method) }
        for (name, value) in request.allHTTPHeaderFields ?? [:] { try HTTPField.check(name: name, value: value) }
        if request.httpBodyStream != nil {
            throw TernError(.bodyNotReplayable, reason: "The body is a stream, which could be sent only once.")
        }
    }
}
