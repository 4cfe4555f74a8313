import Foundation

/// Lets calls that ask for the same thing at the same time share one exchange.
///
/// The entry is gone when the exchange ends, however it ends; what is asked after that is sent anew.
final class SharedFlights: Sendable {
    private let flights = Locked<[Fingerprint: SharedFlight]>([:])

    /// Joins the exchange that is under way for `fingerprint`, or starts it.
    ///
    /// - Parameter depart: Is called only if there is nothing to join.
    nonisolated(nonsending) func join(
        _ fingerprint: Fingerprint,
        progress: ProgressHandler?,
        depart: (@escaping ProgressHandler) -> SharedFlight.Departure
    ) async throws -> TransportResponse {
        try Task.checkCancellation()
        let (flight, seat) = flights.withLock { flights in
            // Most find nothing to join, so that a new flight takes its place with one look.
            let new = SharedFlight(first: progress)
            if let flight = flights.updateValue(new, forKey: fingerprint), let seat = flight.board(progress) {
                flights[fingerprint] = flight
                return (flight, seat)
            }
            return (new, SharedFlight.firstSeat)
        }
        if seat == SharedFlight.firstSeat {
            let answer = flight.start(depart) { self.remove(flight, for: fingerprint) }
            if let answer { return try answer.get() }
        }
        return try await flight.arrival(of: seat, progress: progress)
    }

    private func remove(_ flight: SharedFlight, for fingerprint: Fingerprint) {
        flights.withLock { flights in
            // A later flight may be under way already.
            if let removed = flights.removeValue(forKey: fingerprint), removed !== flight {
                flights[fingerprint] = removed
            }
        }
    }
}
