extension Transport {
    /// Returns the response to a request as a provider's call does: with redirects, repetitions, timeouts and delivery
    /// of the body, but without plugins, the check of the request, and validation.
    package func response(
        to request: Request,
        progress: TransferProgress.Handler? = nil,
        redirects: RedirectPolicy = .follow(limit: Redirect.limit),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Response {
        let stages = Provider<NoTarget>.stages(redirects: redirects, transport: self).drop { !($0 is TimeLimit) }
        let exchange = Exchange(target: NoTarget(), clock: Box(clock), stages: Array(stages))
        let progress = progress.map { ProgressSink($0) }
        do throws(TernError) {
            return try await NextStage(RequestContext(exchange), progress: progress).send(request)
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            throw error.about(target: exchange.target, request: request, attempts: exchange.sentCount)
        }
    }
}
