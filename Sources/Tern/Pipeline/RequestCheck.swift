import Foundation

/// What any request has to be, whoever made it, before a transport sees it.
enum RequestCheck {
    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`; `.timedOut` if a timeout isn't positive.
    static func check(_ request: Request) throws(TernError) {
        try URLJoin.check(request.url.absoluteString)
        if request.method != .get { try HTTPField.check(method: request.method.rawValue) }
        for field in request.headers {
            try HTTPField.check(name: field.name, value: field.value)
            try checkFraming(field, of: request)
        }
        if let body = request.body, body.isUsedUp { throw RequestBody.sentAlready }
        try checkTimeout(request.timeout)
        try checkTimeout(request.idleTimeout)
    }

    private static func checkTimeout(_ timeout: Duration?) throws(TernError) {
        if let timeout, timeout <= .zero { throw TernError(.timedOut, reason: "The timeout is \(timeout).") }
    }

    /// Refuses fields that would end the message somewhere else than it ends, so that the rest becomes a request of its
    /// own (RFC 9112, section 11.2). The transport frames messages.
    private static func checkFraming(_ field: HTTPHeaders.Field, of request: Request) throws(TernError) {
        if field.name.isEqualIgnoringASCIICase(to: "Content-Length") {
            guard let length = request.body.map(\.length) ?? 0 else {
                let reason = "Content-Length is set for a body of unknown length. Leave the field out."
                throw TernError(.invalidField, reason: reason)
            }
            guard field.value != "\(length)" else { return }
            let reason = "Content-Length is not the size of the body, \(length). Leave the field out."
            throw TernError(.invalidField, reason: reason)
        }
        if field.name.isEqualIgnoringASCIICase(to: "Transfer-Encoding") {
            throw TernError(.invalidField, reason: "Transfer-Encoding is the transport's to set. Leave the field out.")
        }
    }
}
