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
        return try await requests.send(request, as: fingerprint, over: next)
    }
}
