/// Reports the events of an attempt to the observer of the call, such as a journal of the test kit.
final class Observation: Stage {
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        guard let observer = next.exchange.observer else { return try await next.send(request) }
        let trace = ExchangeTrace(observer: observer, context: next.context)
        var (request, next) = (request, next)
        request.body = request.body?.observed { trace.observe(.sentBody($0)) }
        next.progress = ProgressSink(trace.counting(next.progress?.report))
        do throws(TernError) {
            let response = try await next.send(request)
            observe(response, trace)
            trace.observe(.responded(status: response.statusCode, headers: response.headers))
            return response
        } catch {
            if let response = error.response { observe(response, trace) }
            trace.observe(.end(of: error))
            throw error
        }
    }

    private func observe(_ response: Response, _ trace: ExchangeTrace) {
        if let status = response.cache { trace.observe(.cached(status)) }
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
