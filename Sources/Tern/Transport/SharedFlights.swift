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
            if let flight = flights[fingerprint], let seat = flight.board(progress) { return (flight, seat) }
            let flight = SharedFlight(first: progress)
            flights[fingerprint] = flight
            return (flight, SharedFlight.firstSeat)
        }
        if seat == SharedFlight.firstSeat {
            let answer = flight.start(depart) { self.remove(flight, for: fingerprint) }
            if let answer { return try answer.get() }
        }
        return try await flight.arrival(of: seat, progress: progress)
    }

    private func remove(_ flight: SharedFlight, for fingerprint: Fingerprint) {
        flights.withLock { flights in
            if flights[fingerprint] === flight { flights[fingerprint] = nil }
        }
    }
}
