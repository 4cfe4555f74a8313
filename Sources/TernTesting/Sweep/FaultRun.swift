import Foundation
import Tern

/// One run of a sweep's body, with a fault at one of its calls or without any.
final class FaultRun<Target: TargetType>: Sendable {
    /// Where the fault is: at the n-th call of a case.
    struct Place: Sendable {
        let target: String
        let occurrence: Int
        let fault: Fault
    }

    private struct State {
        /// How often each case was called so far.
        var occurrences: [String: Int] = [:]
        /// The calls by their id in the provider: which of their case they are.
        var calls: [Int: Int] = [:]
        /// By number, in the order in which they began.
        var exchanges: [Exchange] = []
    }

    /// One attempt of a call. A plugin may have several of a call under way.
    private struct Exchange {
        /// The call's id.
        let call: Int
        let target: any TargetType
        var isFaulty = false
        var isAccepted = false
    }

    let journal = Journal()
    let clock = JumpingClock()
    private let place: Place?
    private let cancelBody: @Sendable () -> Void
    private let state = Locked(State())

    init(place: Place?, cancelBody: @escaping @Sendable () -> Void) {
        self.place = place
        self.cancelBody = cancelBody
    }

    /// Whether the call that the fault is for was made.
    var isFaultUsed: Bool { exchanges.contains(where: \.isFaulty) }

    /// Whether a late answer came in time.
    var isLateAnswerAccepted: Bool {
        guard case .delay = place?.fault.effect else { return false }
        return exchanges.contains { $0.isFaulty && $0.isAccepted }
    }

    /// Whether what met the fault was sent again, with the same arguments, and was answered acceptably. What the run
    /// without a fault sends just as often isn't sent again.
    func isSentAgain(comparedWith happy: FaultRun) -> Bool {
        let exchanges = exchanges
        guard let first = exchanges.firstIndex(where: \.isFaulty) else { return false }
        let isSame: (Exchange) -> Bool = { $0.target.isSameCase(as: exchanges[first].target) }
        return exchanges[first...].contains { !$0.isFaulty && $0.isAccepted && isSame($0) }
            && exchanges.filter(isSame).count > happy.exchanges.filter(isSame).count
    }

    /// The cases of all calls that sent something, in the order in which they were made.
    var calls: [String] {
        let events = journal.events
        let sending = Set(events.compactMap { if case .sent = $0.kind { $0.call } else { nil } })
        return events.compactMap { event in
            guard case .began(let target?) = event.kind, sending.contains(event.call) else { return nil }
            return targetName(of: target)
        }
    }

    /// A provider whose answers are right, but for the one call.
    func provider(plugins: [any Plugin], answer: @escaping @Sendable (Target) -> SampleResponse) -> Provider<Target> {
        Provider<Target>(
            endpointClosure: { target in
                Endpoint(target).responding(self.answer(to: target, right: answer(target)).arrivingInPieces)
            },
            stubClosure: Provider<Target>.immediatelyStub,
            plugins: plugins + [FaultPlugin(run: self)],
            clock: clock
        )
        .recorded(in: journal)
    }

    // MARK: - What the plugin calls

    /// - Returns: The exchange's number.
    fileprivate func exchangeBegins(_ context: RequestContext) -> Int {
        let name = targetName(of: context.target)
        let number = state.withLock { state in
            if state.calls[context.id] == nil {
                state.occurrences[name, default: 0] += 1
                state.calls[context.id] = state.occurrences[name]
            }
            state.exchanges.append(Exchange(call: context.id, target: context.target))
            return state.exchanges.count - 1
        }
        clock.exchangeBegins(number)
        return number
    }

    fileprivate func exchangeEnds(_ number: Int, isAccepted: Bool) {
        state.withLock { $0.exchanges[number].isAccepted = isAccepted }
        clock.exchangeEnds(number)
    }

    // MARK: - Private

    private var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    private func isPlace(of target: any TargetType, exchange: Int) -> Bool {
        guard let place, place.target == targetName(of: target) else { return false }
        return state.withLock { $0.calls[$0.exchanges[exchange].call] } == place.occurrence
    }

    /// The answer to the exchange that is under way in this task.
    private func answer(to target: Target, right: SampleResponse) -> SampleResponse {
        guard let place, let exchange = FaultExchange.number, isPlace(of: target, exchange: exchange) else {
            return right
        }
        let wrong = if case .answer(let make) = place.fault.effect { make(right) } else { nil as SampleResponse? }
        // Half of nothing is nothing, and no fault.
        if wrong?.isSame(as: right) != true { state.withLock { $0.exchanges[exchange].isFaulty = true } }
        switch place.fault.effect {
        case .answer:
            return wrong ?? right
        case .delay(let duration):
            let idleTimeout = TransportConfiguration().idleTimeout
            let isTooLate = duration >= idleTimeout
            let gate = SampleGate()
            clock.delay(exchange, by: min(duration, idleTimeout), timeout: timer(of: target), gate: gate)
            return (isTooLate ? .networkError(URLError(.timedOut)) : right).held(by: gate)
        case .cancel:
            cancelBody()
            // A call in a task that the cancellation doesn't reach is answered.
            let gate = SampleGate()
            clock.delay(exchange, by: .zero, timeout: timer(of: target), gate: gate)
            return right.held(by: gate)
        }
    }
}

extension FaultRun {
    /// The time on the timer that a call sets. `nil` if it sets none: for a century it doesn't.
    private func timer(of target: Target) -> Duration? {
        target.timeout.flatMap { $0 < .seconds(3_000_000_000) ? $0 : nil }
    }
}

/// Says, inside an exchange, which it is.
private enum FaultExchange {
    @TaskLocal static var number: Int?
}

/// The innermost layer: marks the exchange, and tells the clock when one is under way.
private struct FaultPlugin<Target: TargetType>: Plugin {
    let run: FaultRun<Target>

    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        let number = run.exchangeBegins(context)
        var isAccepted = false
        defer { run.exchangeEnds(number, isAccepted: isAccepted) }
        let response = try await FaultExchange.$number.withValue(number) { try await next(request) }
        isAccepted = true
        return response
    }
}
