/// Shares one request between concurrent calls with equal requests. See ``InFlightRequests``.
struct InFlightSharing<Next: Transport>: Transport {
    let next: Next

    /// `nil` if requests aren't shared.
    let requests: InFlightRequests?

    /// The source of a stubbed call's sample. `nil` for a live call.
    let sample: SampleSource?

    @inline(__always)
    func send(_ request: Request) async throws -> Response {
        guard let requests, let fingerprint = Fingerprint(request, sample: sample) else {
            return try await next.send(request)
        }
        return try await send(request, sharing: requests, with: fingerprint)
    }

    // Not a part of `send`, where the closure's reference to `next` would cost time in each call that isn't shared.
    @inline(never)
    private func send(
        _ request: Request,
        sharing requests: InFlightRequests,
        with fingerprint: Fingerprint
    ) async throws -> Response {
        try await requests.response(for: fingerprint, progress: request.progress) { inFlight in
            var request = request
            request.report(to: inFlight.report, record: inFlight.record)
            return { [request] in try await next.send(request) }
        }
    }
}
