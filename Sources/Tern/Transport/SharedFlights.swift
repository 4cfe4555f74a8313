import Foundation

/// Lets calls that ask for the same thing at the same time share one exchange.
///
/// The exchange runs in a task of its own, since no caller owns it: whoever is cancelled leaves, and the last one out
/// cancels the exchange. Progress reaches everybody. The entry is gone when the exchange ends, however it ends.
final class SharedFlights: Sendable {
    private struct State {
        var nextID = 0
        var flights: [Fingerprint: Flight] = [:]
        /// Results of callers that had not begun to wait when they came.
        var landed: [Int: Answer] = [:]
    }

    private struct Flight {
        /// That of the caller who started it.
        let id: Int
        var passengers: [Int: Passenger]
        var task: Task<Void, Never>?
        var progress: TransferProgress?
    }

    private struct Passenger {
        let progress: ProgressHandler?
        var continuation: CheckedContinuation<TransportResponse, any Error>?
    }

    private typealias Answer = Result<TransportResponse, any Error>

    private let state = Locked(State())

    /// Joins the exchange that is under way for `fingerprint`, or starts it with `send`.
    func join(
        _ fingerprint: Fingerprint,
        progress: ProgressHandler?,
        send: @escaping @Sendable (ProgressHandler?) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        try Task.checkCancellation()
        let (passenger, isFirst, known) = board(fingerprint, progress: progress)
        if isFirst {
            start(fingerprint, as: passenger, send: send)
            if let answer = state.withLock({ $0.landed.removeValue(forKey: passenger) }) { return try answer.get() }
        }
        if let known { progress?(known) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, as: passenger, on: fingerprint) }
        } onCancel: {
            leave(fingerprint, as: passenger)
        }
    }

    // MARK: - Private

    private func board(
        _ fingerprint: Fingerprint,
        progress: ProgressHandler?
    ) -> (passenger: Int, isFirst: Bool, known: TransferProgress?) {
        state.withLock { state in
            state.nextID += 1
            let id = state.nextID
            let passenger = Passenger(progress: progress)
            guard let flight = state.flights[fingerprint] else {
                state.flights[fingerprint] = Flight(id: id, passengers: [id: passenger])
                return (id, true, nil)
            }
            state.flights[fingerprint]?.passengers[id] = passenger
            return (id, false, flight.progress)
        }
    }

    private func start(
        _ fingerprint: Fingerprint,
        as id: Int,
        send: @escaping @Sendable (ProgressHandler?) async throws -> TransportResponse
    ) {
        let task = Task.startingNow { [self] in
            do {
                let response = try await send { self.report($0, to: fingerprint, id: id) }
                land(fingerprint, id: id, with: .success(response))
            } catch {
                land(fingerprint, id: id, with: .failure(error))
            }
        }
        // The flight can't be abandoned before this: its first passenger has not begun to wait.
        state.withLock { state in
            if state.flights[fingerprint]?.id == id { state.flights[fingerprint]?.task = task }
        }
    }

    private func report(_ progress: TransferProgress, to fingerprint: Fingerprint, id: Int) {
        let handlers = state.withLock { state in
            guard state.flights[fingerprint]?.id == id else { return [ProgressHandler]() }
            state.flights[fingerprint]?.progress = progress
            return state.flights[fingerprint]?.passengers.values.compactMap(\.progress) ?? []
        }
        for handler in handlers { handler(progress) }
    }

    private func land(_ fingerprint: Fingerprint, id: Int, with answer: Answer) {
        let waiting = state.withLock { state in
            guard state.flights[fingerprint]?.id == id, let flight = state.flights.removeValue(forKey: fingerprint)
            else { return [CheckedContinuation<TransportResponse, any Error>]() }
            for (id, passenger) in flight.passengers where passenger.continuation == nil {
                state.landed[id] = answer
            }
            return flight.passengers.values.compactMap(\.continuation)
        }
        for continuation in waiting { continuation.resume(with: answer) }
    }

    private func wait(
        _ continuation: CheckedContinuation<TransportResponse, any Error>,
        as passenger: Int,
        on fingerprint: Fingerprint
    ) {
        let answer: Answer? = state.withLock { state in
            if let answer = state.landed.removeValue(forKey: passenger) { return answer }
            // Whoever is not on board any more was cancelled before it began to wait.
            guard state.flights[fingerprint]?.passengers[passenger] != nil else { return .failure(CancellationError()) }
            state.flights[fingerprint]?.passengers[passenger]?.continuation = continuation
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    private func leave(_ fingerprint: Fingerprint, as passenger: Int) {
        let (continuation, abandoned) = state.withLock { state in
            let left = state.flights[fingerprint]?.passengers.removeValue(forKey: passenger)
            guard left != nil, state.flights[fingerprint]?.passengers.isEmpty == true else {
                return (left?.continuation, Task<Void, Never>?.none)
            }
            return (left?.continuation, state.flights.removeValue(forKey: fingerprint)?.task)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }
}

extension Task where Success == Void, Failure == Never {
    /// A task that runs on the caller's thread up to its first suspension, where the runtime can do that.
    fileprivate static func startingNow(_ operation: @escaping @Sendable () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
            Task.immediate(operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}
