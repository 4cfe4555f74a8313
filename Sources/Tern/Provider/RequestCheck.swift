import Foundation

/// What any request has to be, whoever made it, before a transport sees it.
enum RequestCheck {
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`.
    static func check(_ request: URLRequest) throws(TernError) {
        guard let url = request.url, let host = url.host, !host.isEmpty,
            let scheme = url.scheme, scheme == "https" || scheme == "http" || isHTTP(scheme)
        else {
            let text = request.url.map { Redaction.text(of: $0.absoluteString) } ?? "no URL"
            throw TernError(.invalidURL, reason: "The request's URL (\(text)) is not an absolute http or https URL.")
        }
        if let method = request.httpMethod, method != "GET" { try HTTPField.check(method: method) }
        for (name, value) in request.allHTTPHeaderFields ?? [:] { try HTTPField.check(name: name, value: value) }
        if request.httpBodyStream != nil {
            throw TernError(.bodyNotReplayable, reason: "The body is a stream, which could be sent only once.")
        }
    }

    private static func isHTTP(_ scheme: String) -> Bool {
        ["http", "https"].contains(scheme.lowercased())
    }
}
