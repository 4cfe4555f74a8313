import Foundation

/// Refuses a request that can't be sent.
final class RequestCheck: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        try Self.check(request)
        if Task.isCancelled { throw TernError(.cancelled) }
        return try await next.send(request)
    }

    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`, and with code
    ///   `.timedOut` if a timeout isn't positive.
    static func check(_ request: Request) throws(TernError) {
        // Many requests reach the transport as the endpoint made them, and need no second check.
        if !request.hasCheckedURL { try URLJoin.check(request.url.absoluteString, shownBy: request.redaction) }
        if !request.hasCheckedFields { try HTTPField.check(request.method, request.headers) }
        let body = request.body
        if let body { try HTTPField.check(body, with: request.method) }
        try checkFraming(request.headers, body)
        if let body, body.isUsedUp { throw RequestBody.sentAlready }
        try checkTimeout(request.timeout)
        try checkTimeout(request.idleTimeout)
    }

    private static func checkTimeout(_ timeout: Duration?) throws(TernError) {
        if let timeout, timeout <= .zero {
            throw TernError(.timedOut, reason: "The timeout is \(timeout). It must be positive.")
        }
    }

    /// Rejects fields that contradict the message's length: the server would treat the rest of the message as another
    /// request (RFC 9112, section 11.2). Only the transport sets framing fields.
    private static func checkFraming(_ headers: HTTPHeaders, _ body: RequestBody?) throws(TernError) {
        for value in headers.values(for: "Content-Length") {
            guard let length = body.map(\.length) ?? 0 else {
                let reason = "Content-Length is set for a body of unknown length. Leave the field out."
                throw TernError(.invalidField, reason: reason)
            }
            guard value != "\(length)" else { continue }
            let reason = "Content-Length differs from the size of the body, \(length) bytes. Leave the field out."
            throw TernError(.invalidField, reason: reason)
        }
        if headers.contains("Transfer-Encoding") {
            throw TernError(.invalidField, reason: "Only the transport may set Transfer-Encoding. Leave the field out.")
        }
    }
}
