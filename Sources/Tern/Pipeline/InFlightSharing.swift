/// Lets calls with equal requests share one of them while it is in flight; see ``InFlightRequests``.
struct InFlightSharing<Next: Transport>: Transport {
    let next: Next

    /// `nil` where nothing is shared.
    let requests: InFlightRequests?

    /// Where the sample of a stubbed call comes from; `nil` for a live call.
    let sample: SampleSource?

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        guard let requests, let fingerprint = Fingerprint(request, sample: sample) else {
            return try await next.send(request)
        }
        return try await requests.response(for: fingerprint, progress: request.progress) { inFlight in
            var request = request
            request.report(to: inFlight.report, record: inFlight.record)
            return { [request] in try await next.send(request) }
        }
    }
}
