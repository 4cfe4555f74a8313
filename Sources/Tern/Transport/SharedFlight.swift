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
    fileprivate typealias Continuation = CheckedContinuation<TransportResponse, any Error>

    fileprivate struct Passenger {
        let seat: Int
        let progress: ProgressHandler?
        /// Whether it has been told of any progress.
        var isInformed = false
        var continuation: Continuation?
    }

    /// What everybody has to hear of, one thing after another.
    fileprivate enum Event {
        case progress(TransferProgress)
        case boarded(seat: Int)
        case end(Answer, onEnd: @Sendable () -> Void)
    }

    /// What an event asks for, outside the lock.
    fileprivate enum Action {
        case tell([ProgressHandler], TransferProgress)
        case land([Continuation], Answer, onEnd: @Sendable () -> Void)
    }

    fileprivate struct State {
        var passengers: [Passenger]
        var lastSeat = SharedFlight.firstSeat
        var task: Task<Void, Never>?
        var progress: TransferProgress?
        /// Set once: nobody can board any more.
        var answer: Answer?
        var events: [Event] = []
        /// Whether somebody is at work on the events; whoever adds one leaves it to them.
        var isAtWork = false
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
            // A flight that nobody else has boarded needs no ceremony.
            if state.withLock({ $0.landAlone(answer) }) {
                onEnd()
                return answer
            }
            add(.end(answer, onEnd: onEnd))
            // Not `answer`: somebody may still be telling of progress, and the end comes after that.
            return state.withLock(\.answer)
        case .airborne(let operation): send = operation
        }
        let task = Task.startingNow { [self] in
            do {
                let response = try await send()
                add(.end(.success(response), onEnd: onEnd))
            } catch {
                add(.end(.failure(error), onEnd: onEnd))
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
        if progress != nil, seat != Self.firstSeat { add(.boarded(seat: seat)) }
        if let answer = state.withLock(\.answer) { return try answer.get() }
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
        if !state.withLock({ $0.note(progress) }) { add(.progress(progress)) }
    }

    /// Works on the events until none is left, unless somebody does already: so that handlers are called one after
    /// another, and the end comes after all progress.
    private func add(_ event: Event) {
        var next = state.withLock { state -> Action? in
            if state.isAtWork {
                state.events.append(event)
                return nil
            }
            state.isAtWork = true
            return state.action(for: event) ?? state.nextAction()
        }
        while let action = next {
            switch action {
            case .tell(let handlers, let progress):
                for handler in handlers { handler(progress) }
            case .land(let waiting, let answer, let onEnd):
                onEnd()
                for continuation in waiting { continuation.resume(with: answer) }
            }
            next = state.withLock { $0.nextAction() }
        }
    }
}

extension SharedFlight.State {
    /// - Returns: Whether it has landed: not if anybody else has boarded.
    fileprivate mutating func landAlone(_ answer: SharedFlight.Answer) -> Bool {
        guard passengers.count == 1, !isAtWork else { return false }
        self.answer = answer
        passengers = []
        return true
    }

    /// - Returns: Whether that is all there is to do: nobody listens, and nothing else is under way.
    fileprivate mutating func note(_ progress: TransferProgress) -> Bool {
        guard !isAtWork, passengers.count == 1, passengers[0].progress == nil else { return false }
        self.progress = progress
        return true
    }

    /// What the next event asks for that asks for anything; without one the work is done.
    fileprivate mutating func nextAction() -> SharedFlight.Action? {
        while !events.isEmpty {
            if let action = action(for: events.removeFirst()) { return action }
        }
        isAtWork = false
        return nil
    }

    fileprivate mutating func action(for event: SharedFlight.Event) -> SharedFlight.Action? {
        switch event {
        case .progress(let progress):
            self.progress = progress
            for index in passengers.indices { passengers[index].isInformed = true }
            let handlers = passengers.compactMap(\.progress)
            return handlers.isEmpty ? nil : .tell(handlers, progress)
        case .boarded(let seat):
            guard let progress, let index = passengers.firstIndex(where: { $0.seat == seat && !$0.isInformed }) else {
                return nil
            }
            passengers[index].isInformed = true
            return passengers[index].progress.map { .tell([$0], progress) }
        case .end(let answer, let onEnd):
            self.answer = self.answer ?? answer
            task = nil
            defer { passengers = [] }
            return .land(passengers.compactMap(\.continuation), answer, onEnd: onEnd)
        }
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
