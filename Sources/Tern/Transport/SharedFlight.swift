import Foundation

/// One exchange and all who wait for it.
///
/// It runs in a task of its own, since no caller owns it: whoever is cancelled leaves, and the last one out cancels
/// the exchange. Progress reaches everybody, the latest also those who join late.
final class SharedFlight: Sendable {
    /// How an exchange begins.
    enum Departure {
        /// It needed no waiting, and is over.
        case landed(Answer)
        /// It is still to be done.
        case airborne(@Sendable () async throws -> TransportResponse)
    }

    typealias Answer = Result<TransportResponse, any Error>
    private typealias Continuation = CheckedContinuation<TransportResponse, any Error>

    private struct Passenger {
        let seat: Int
        let progress: ProgressHandler?
        var continuation: Continuation?
    }

    private struct State {
        var passengers: [Passenger]
        var lastSeat = SharedFlight.firstSeat
        var task: Task<Void, Never>?
        var progress: TransferProgress?
        /// Set once: nobody can board any more.
        var answer: Answer?
    }

    static let firstSeat = 0
    private let state: Locked<State>

    init(first progress: ProgressHandler?) {
        state = Locked(State(passengers: [Passenger(seat: Self.firstSeat, progress: progress)]))
    }

    /// A seat of one's own; `nil` if the flight has ended.
    func board(_ progress: ProgressHandler?) -> Int? {
        state.withLock { state in
            guard state.answer == nil else { return nil }
            state.lastSeat += 1
            state.passengers.append(Passenger(seat: state.lastSeat, progress: progress))
            return state.lastSeat
        }
    }

    /// Starts the exchange; `onEnd` is called once, before anybody hears of the answer.
    ///
    /// - Returns: The answer, if it is there already.
    func start(
        _ depart: (@escaping ProgressHandler) -> Departure,
        onEnd: @escaping @Sendable () -> Void
    ) -> Answer? {
        let send: @Sendable () async throws -> TransportResponse
        switch depart(report) {
        case .landed(let answer):
            end(with: answer, onEnd)
            return answer
        case .airborne(let operation): send = operation
        }
        let task = Task.startingNow { [self] in
            do {
                let response = try await send()
                end(with: .success(response), onEnd)
            } catch {
                end(with: .failure(error), onEnd)
            }
        }
        // Nobody can have left before this: the first passenger has not begun to wait.
        return state.withLock { state in
            if state.answer == nil { state.task = task }
            return state.answer
        }
    }

    /// The answer, or `CancellationError` at once if the passenger's own task is cancelled.
    nonisolated(nonsending) func arrival(of seat: Int, progress: ProgressHandler?) async throws -> TransportResponse {
        let (answer, known) = state.withLock { state in
            (state.answer, seat == Self.firstSeat ? nil : state.progress)
        }
        if let known { progress?(known) }
        if let answer { return try answer.get() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, in: seat) }
        } onCancel: {
            leave(seat)
        }
    }

    // MARK: - Private

    private func wait(_ continuation: Continuation, in seat: Int) {
        let answer: Answer? = state.withLock { state in
            if let answer = state.answer { return answer }
            // Whoever has no seat any more was cancelled before it began to wait.
            guard let index = state.passengers.firstIndex(where: { $0.seat == seat }) else {
                return .failure(CancellationError())
            }
            state.passengers[index].continuation = continuation
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    private func leave(_ seat: Int) {
        let (continuation, abandoned) = state.withLock { state -> (Continuation?, Task<Void, Never>?) in
            guard state.answer == nil, let index = state.passengers.firstIndex(where: { $0.seat == seat }) else {
                return (nil, nil)
            }
            let continuation = state.passengers.remove(at: index).continuation
            guard state.passengers.isEmpty else { return (continuation, nil) }
            state.answer = .failure(CancellationError())
            return (continuation, state.task)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    @Sendable private func report(_ progress: TransferProgress) {
        let handlers = state.withLock { state in
            state.progress = progress
            return state.passengers.compactMap(\.progress)
        }
        for handler in handlers { handler(progress) }
    }

    private func end(with answer: Answer, _ onEnd: () -> Void) {
        let waiting = state.withLock { state in
            state.answer = state.answer ?? answer
            state.task = nil
            defer { state.passengers = [] }
            return state.passengers.compactMap(\.continuation)
        }
        onEnd()
        for continuation in waiting { continuation.resume(with: answer) }
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
