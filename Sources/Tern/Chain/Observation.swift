/// Reports the events of an attempt to the observer of the call, such as a journal of the test kit.
final class Observation: Stage {
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        guard next.exchange.observer != nil else { return try await next.send(request) }
        var (request, counting) = (request, next)
        request.body = request.body?.observed { next.observe(.sentBody($0)) }
        counting.progress = ProgressSink(Self.counting(next))
        do throws(TernError) {
            let response = try await counting.send(request)
            Self.observe(response.cache, next)
            next.observe(.responded(status: response.statusCode, headers: response.headers))
            return response
        } catch {
            Self.observe(error.response?.cache, next)
            next.observe(.end(of: error))
            throw error
        }
    }

    private static func observe(_ status: Response.CacheStatus?, _ next: NextStage) {
        if let status { next.observe(.cached(status)) }
    }

    /// A progress handler that reports newly received bytes to the observer, and passes the progress on.
    private static func counting(_ next: NextStage) -> TransferProgress.Handler {
        let countedBytes = Locked(Int64(0))
        return { progress in
            // Excludes the bytes that an earlier attempt received.
            let receivedBytes = progress.receivedBytes - progress.resumedBytes
            let newBytes = countedBytes.withLock { countedBytes in
                defer { countedBytes = receivedBytes }
                return receivedBytes - countedBytes
            }
            if newBytes > 0 { next.observe(.received(bytes: Int(clamping: newBytes))) }
            next.progress?.report(progress)
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
