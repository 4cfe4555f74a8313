import Foundation

/// Completes and checks the request of an attempt, and states in its error which request has failed.
final class RequestCheck: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let exchange = next.exchange
        var isChecked = false
        do throws(TernError) {
            var next = next
            let request = complete(request, &next)
            try Self.check(request)
            if Task.isCancelled { throw TernError(.cancelled) }
            let slot = exchange.attributes[CallSlotKey.self]
            if let slot { try await slot.enter() }
            isChecked = true
            defer { slot?.leave() }
            let response = try await next.send(request)
            Self.observe(response, next)
            next.observe(.responded(status: response.statusCode, headers: response.headers))
            return response
        } catch {
            var failure = error.about(target: exchange.target, request: request, attempts: exchange.sentCount)
            // A server may quote the credentials of an earlier attempt.
            let credentials = next.context.credentials
            if credentials.count > 1 { failure = failure.hiding(credentials) }
            if isChecked {
                if let response = failure.response { Self.observe(response, next) }
                next.observe(.end(of: failure))
            }
            throw failure
        }
    }

    private static func observe(_ response: Response, _ next: NextStage) {
        if let status = response.cache { next.observe(.cached(status)) }
    }

    /// The request without credentials for other origins, and with the media type of its body, the timeout and the
    /// limit on the response's body.
    private func complete(_ request: Request, _ next: inout NextStage) -> Request {
        let exchange = next.exchange
        var outgoing = request
        if request.headers.contains("Authorization") {
            outgoing.removeAuthorizationOfOtherOrigins(next.context[OriginBoundAuthorizations.self])
        }
        if let timeout = exchange.timeout { outgoing.timeout = min(timeout, request.timeout ?? timeout) }
        if let idleTimeout = exchange.idleTimeout { outgoing.idleTimeout = idleTimeout }
        let type = request.headers["Content-Type"]
        if let bodyType = request.body?.contentType, !bodyType.isEmpty, type == nil {
            outgoing.headers.add(bodyType, for: "Content-Type")
        }
        // A field without a value is no media type.
        if type?.isEmpty == true { outgoing.headers.remove("Content-Type") }
        if request.decoding == .identity, !request.headers.contains("Accept-Encoding") {
            outgoing.headers.add("identity", for: "Accept-Encoding")
        }
        outgoing.limitBody(to: exchange.maximumBodyBytes)
        if exchange.progress != nil || exchange.observer != nil {
            let report = request.delivery == .streamed ? exchange.progress?.reportSent : exchange.progress?.report
            if let observer = exchange.observer {
                let trace = ExchangeTrace(observer: observer, context: next.context)
                next.progress = ProgressSink(trace.counting(report))
                outgoing.body = outgoing.body?.observed { trace.observe(.sentBody($0)) }
            } else if let report {
                next.progress = ProgressSink(report)
            }
        }
        return outgoing
    }

    /// - Throws: `TernError` with code `.invalidURL`, `.invalidField` or `.bodyNotReplayable`, and with code
    ///   `.timedOut` if a timeout isn't positive.
    static func check(_ request: Request) throws(TernError) {
        // Many requests reach the transport as the endpoint made them, and need no second check.
        if !request.hasCheckedURL { try URLJoin.check(request.url.absoluteString, shownBy: request.redaction) }
        if !request.hasCheckedFields { try HTTPField.check(request.method, request.headers) }
        try HTTPField.check(request.body, with: request.method)
        for field in request.headers { try checkFraming(field, of: request) }
        if let body = request.body, body.isUsedUp { throw RequestBody.sentAlready }
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
    private static func checkFraming(_ field: HTTPHeaders.Field, of request: Request) throws(TernError) {
        if field.name.isEqualIgnoringASCIICase(to: "Content-Length") {
            guard let length = request.body.map(\.length) ?? 0 else {
                let reason = "Content-Length is set for a body of unknown length. Leave the field out."
                throw TernError(.invalidField, reason: reason)
            }
            guard field.value != "\(length)" else { return }
            let reason = "Content-Length differs from the size of the body, \(length) bytes. Leave the field out."
            throw TernError(.invalidField, reason: reason)
        }
        if field.name.isEqualIgnoringASCIICase(to: "Transfer-Encoding") {
            throw TernError(.invalidField, reason: "Only the transport may set Transfer-Encoding. Leave the field out.")
        }
    }
}

extension ExchangeEvent {
    /// The end of an attempt that has failed: with a response that the target doesn't accept, or without a response.
    fileprivate static func end(of error: TernError) -> ExchangeEvent {
        guard error.code == .unacceptableStatus || error.code == .unacceptableMediaType, let response = error.response
        else { return .failed(error.code) }
        return .responded(status: response.statusCode, headers: response.headers)
    }
}
