import Foundation

/// Lets calls with equal requests share one of them while it is under way.
///
/// Its entry is removed when the request ends, however it ends; an equal request after that is sent anew.
final class InFlightRequests: Sendable {
    private let running = Locked<[Fingerprint: InFlightRequest]>([:])

    /// The response of the running request with this fingerprint, or else of a new one.
    ///
    /// - Parameters:
    ///   - progress: The progress handler of this call.
    ///   - begin: Makes the operation that sends the new request; is not called if there is one to join.
    /// - Throws: What the request throws; `CancellationError` at once if the calling task is cancelled.
    func response(
        for fingerprint: Fingerprint,
        progress: ProgressHandler?,
        begin: (InFlightRequest) -> InFlightRequest.Operation
    ) async throws -> Response {
        try Task.checkCancellation()
        let (request, waiterID) = running.withLock { running in
            // Most calls find nothing to join, so that a new request is inserted with a single lookup.
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

    /// Lets no call join the request any more.
    func remove(_ request: InFlightRequest) {
        running.withLock { running in
            // A later request may be running already.
            if let removed = running.removeValue(forKey: request.fingerprint), removed !== request {
                running[removed.fingerprint] = removed
            }
        }
    }
}
