/// Shares one request between concurrent calls with equal requests. See ``InFlightRequests``.
final class InFlightSharing: Stage {
    let requests: InFlightRequests

    init(requests: InFlightRequests) {
        self.requests = requests
    }

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let exchange = next.exchange
        let sample = exchange.stub.map { SampleSource(target: exchange.target, delay: $0.delay) }
        guard let fingerprint = Fingerprint(request, sample: sample) else { return try await next.send(request) }
        return try await requests.send(request, as: fingerprint, next: next)
    }
}
