import Foundation

/// Shares one running request between concurrent calls with equal requests.
///
/// The entry is removed when the request ends, with any outcome. A later equal request is sent again.
final class InFlightSharing: Stage {
    private let running = Locked<[Fingerprint: InFlightRequest]>([:])

    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        let exchange = next.exchange
        let sample = exchange.stub.map { SampleSource(target: exchange.target, delay: $0.delay) }
        guard let fingerprint = Fingerprint(request, sample: sample) else { return try await next.send(request) }
        return try await share(request, as: fingerprint, next: next)
    }

    /// Waits for the running request with this fingerprint, or sends a new one.
    ///
    /// - Throws: The error of that request; `.cancelled` at once if the calling task is cancelled.
    private func share(
        _ request: Request,
        as fingerprint: Fingerprint,
        next: NextStage
    ) async throws(TernError) -> Response {
        if Task.isCancelled { throw TernError(.cancelled) }
        let progress = next.progress?.report
        let (inFlight, waiterID) = running.withLock { running in
            // Most calls don't find a running request, so a new one is inserted with a single lookup.
            let new = InFlightRequest(fingerprint, first: progress, in: self, as: next.exchange.forked())
            if let former = running.updateValue(new, forKey: fingerprint), let id = former.addWaiter(progress) {
                running[fingerprint] = former
                return (former, id)
            }
            return (new, InFlightRequest.firstWaiterID)
        }
        defer { next.exchange.addSent(inFlight.sentCount) }
        do {
            if waiterID == InFlightRequest.firstWaiterID, let outcome = inFlight.start(request, over: next) {
                return try outcome.get()
            }
            return try await inFlight.response(for: waiterID, progress: progress)
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
    }

    /// Removes a request, so that no call can join it.
    func remove(_ request: InFlightRequest) {
        running.withLock { running in
            // The entry may already be a later request.
            if let removed = running.removeValue(forKey: request.fingerprint), removed !== request {
                running[removed.fingerprint] = removed
            }
        }
    }
}
