/// Completes the request of an attempt, and states in its error which request has failed.
final class RequestCompletion: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let exchange = next.exchange
        var next = next
        if let progress = exchange.progress {
            next.progress = ProgressSink(request.delivery == .streamed ? progress.reportSent : progress.report)
        }
        do throws(TernError) {
            return try await next.send(completed(request, in: next.context))
        } catch {
            let failure = error.about(target: exchange.target, request: request, attempts: exchange.sentCount)
            // A server may quote the credentials of an earlier attempt.
            let credentials = next.context.credentials
            throw credentials.count > 1 ? failure.hiding(credentials) : failure
        }
    }

    /// The request without credentials for other origins, and with the media type of its body, the timeouts and the
    /// limit on the response's body.
    private func completed(_ request: Request, in context: RequestContext) -> Request {
        let exchange = context.exchange
        let headers = request.headers
        var outgoing = request
        if headers.contains("Authorization") {
            outgoing.removeAuthorizationOfOtherOrigins(in: context)
        }
        if let timeout = exchange.timeout { outgoing.timeout = min(timeout, request.timeout ?? timeout) }
        if let idleTimeout = exchange.idleTimeout { outgoing.idleTimeout = idleTimeout }
        let type = headers["Content-Type"]
        if type == nil, let bodyType = request.body?.contentType, !bodyType.isEmpty {
            outgoing.headers.add(bodyType, for: "Content-Type")
        }
        // A field without a value is no media type.
        if type?.isEmpty == true { outgoing.headers.remove("Content-Type") }
        if request.decoding == .identity, !headers.contains("Accept-Encoding") {
            outgoing.headers.add("identity", for: "Accept-Encoding")
        }
        outgoing.limitBody(to: exchange.maximumBodyBytes)
        return outgoing
    }
}
