/// One attempt of a call. It checks the request, sends it, and validates the response.
///
/// The response, or the error, has the target, the request, and the number of times that this attempt sent the request.
/// ``PluginChain`` adds the earlier attempts of the call.
///
/// A class, since each plugin's `next` holds it.
final class Attempt<Next: Transport>: Sendable {
    let next: Next
    let validation: Validation
    /// The timeout of the call. If the request has a timeout, too, the shorter one applies.
    let timeout: Duration?
    let maximumBodyBytes: Int
    let progress: CallProgress?
    let observer: (any ExchangeObserver)?

    init(
        next: Next,
        validation: Validation,
        timeout: Duration?,
        maximumBodyBytes: Int,
        progress: CallProgress?,
        observer: (any ExchangeObserver)?
    ) {
        self.next = next
        self.validation = validation
        self.timeout = timeout
        self.maximumBodyBytes = maximumBodyBytes
        self.progress = progress
        self.observer = observer
    }

    func send(_ request: Request, context: RequestContext) async throws(TernError) -> Response {
        let trace = observer.map { ExchangeTrace(observer: $0, context: context) }
        var outgoing = outgoing(request, trace, context)
        do throws(TernError) {
            try RequestCheck.check(outgoing)
            if Task.isCancelled { throw TernError(.cancelled) }
            if let slot = context.slot { try await slot.enter() }
        } catch {
            throw error.about(target: context.target, request: request)
        }
        defer { context.slot?.leave() }
        var isReceived = false
        do {
            var response = try await next.send(outgoing)
            isReceived = true
            trace?.observe(.responded(status: response.statusCode, headers: response.headers))
            outgoing.removeHooks()
            response.request = outgoing
            response.url = response.url ?? request.url
            response.setTarget(context.target)
            response.attempts = max(1, response.attempts)
            if let failure = validation.failure(of: response) {
                throw TernError(failure, attempts: response.attempts)
            }
            return response
        } catch {
            let wrapped = TernError.wrapping(error, thrownBy: .transport)
            let failure = wrapped.about(
                target: context.target,
                request: request,
                attempts: max(1, wrapped.attempts)
            )
            if !isReceived { trace?.observe(.failed(failure.code)) }
            throw failure
        }
    }

    /// The handler that the transport calls. The reader of a stream counts the received bytes itself.
    private func report(for request: Request) -> ProgressHandler? {
        request.delivery == .streamed ? progress?.reportSent : progress?.report
    }

    /// The request without credentials for other origins, and with the media type of its body, the timeout, the limit
    /// on the response's body, and the hooks for progress and the observer.
    private func outgoing(_ request: Request, _ trace: ExchangeTrace?, _ context: RequestContext) -> Request {
        var outgoing = request
        if request.headers.contains("Authorization") {
            outgoing.removeAuthorizationOfOtherOrigins(context.boundAuthorizations)
        }
        if let timeout { outgoing.timeout = min(timeout, request.timeout ?? timeout) }
        let type = request.headers["Content-Type"]
        if let bodyType = request.body?.contentType, !bodyType.isEmpty, type == nil {
            outgoing.headers.add(bodyType, for: "Content-Type")
        }
        // A field without a value is no media type.
        if type?.isEmpty == true { outgoing.headers.remove("Content-Type") }
        outgoing.limitBody(to: maximumBodyBytes)
        if let trace {
            outgoing.progress = trace.counting(report(for: request))
            outgoing.observe = trace.observe
            outgoing.body = outgoing.body?.observed { trace.observe(.sentBody($0)) }
        } else if progress != nil {
            outgoing.progress = report(for: request)
        }
        return outgoing
    }
}
