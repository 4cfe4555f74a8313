import Foundation

/// Shares one running request between calls with equal requests.
///
/// The entry is removed when the request ends, with any outcome. A later equal request is sent again.
final class InFlightRequests: Sendable {
    private let running = Locked<[Fingerprint: InFlightRequest]>([:])

    /// Waits for the running request with this fingerprint, or sends a new one.
    ///
    /// - Parameter next: Sends the request, if no request with its fingerprint is running.
    /// - Returns: The response of the running or new request.
    /// - Throws: The error of that request; `.cancelled` at once if the calling task is cancelled.
    @inline(never)  // Its frame would cost time in each call that isn't shared.
    func send(_ request: Request, as fingerprint: Fingerprint, next: NextStage) async throws(TernError) -> Response {
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
