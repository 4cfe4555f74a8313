import Foundation

/// Shares one running request between calls with equal requests.
///
/// The entry is removed when the request ends, with any outcome. A later equal request is sent again.
final class InFlightRequests: Sendable {
    private let running = Locked<[Fingerprint: InFlightRequest]>([:])

    /// Returns the response of the running request with this fingerprint, or of a new one.
    ///
    /// - Parameters:
    ///   - progress: The progress handler of this call.
    ///   - begin: Returns the operation that sends a new request. Not called if the call joins a running one.
    /// - Throws: The error of the request; `CancellationError` at once if the calling task is cancelled.
    func response(
        for fingerprint: Fingerprint,
        progress: ProgressHandler?,
        begin: (InFlightRequest) -> InFlightRequest.Operation
    ) async throws -> Response {
        try Task.checkCancellation()
        let (request, waiterID) = running.withLock { running in
            // Most calls don't find a running request, so a new one is inserted with a single lookup.
            let new = InFlightRequest(fingerprint, first: progress, in: self)
            if let request = running.updateValue(new, forKey: fingerprint), let id = request.addWaiter(progress) {
                running[fingerprint] = request
                return (request, id)
            }
            return (new, InFlightRequest.firstWaiterID)
        }
        if waiterID == InFlightRequest.firstWaiterID {
            if let outcome = request.start(begin) { return try outcome.get() }
        }
        return try await request.response(for: waiterID, progress: progress)
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
