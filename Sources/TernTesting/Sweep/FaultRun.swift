import Foundation
import Tern

/// One run of a sweep's body, with a fault at one of its calls or without a fault.
final class FaultRun<Target: TargetType>: Sendable {
    /// The position of the fault: the n-th call of a case.
    struct Place: Sendable {
        let target: String
        let occurrence: Int
        let fault: Fault
    }

    private struct State {
        /// The number of calls so far, by case.
        var occurrences: [String: Int] = [:]
        /// The position of each call among the calls of its case, by the id of the call in the provider.
        var calls: [Int: Int] = [:]
        /// The exchanges, in the order in which they began.
        var exchanges: [Exchange] = []
    }

    /// One attempt of a call. A plugin may run several attempts of a call at the same time.
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

    /// Whether a late response arrived in time.
    var isLateResponseAccepted: Bool {
        guard case .delay = place?.fault.effect else { return false }
        return exchanges.contains { $0.isFaulty && $0.isAccepted }
    }

    /// Whether the request that received the fault was sent again with the same arguments, and received an acceptable
    /// response. Requests that the run without a fault sends equally often don't count as sent again.
    func isSentAgain(comparedWith faultFreeRun: FaultRun) -> Bool {
        let exchanges = exchanges
        guard let first = exchanges.firstIndex(where: \.isFaulty) else { return false }
        let isSame: (Exchange) -> Bool = { $0.target.isSameCase(as: exchanges[first].target) }
        return exchanges[first...].contains { !$0.isFaulty && $0.isAccepted && isSame($0) }
            && exchanges.filter(isSame).count > faultFreeRun.exchanges.filter(isSame).count
    }

    /// The cases of all calls that sent a request, in the order in which they were made.
    var calls: [String] {
        let events = journal.events
        let sending = Set(events.compactMap { if case .sent = $0.kind { $0.call } else { nil } })
        return events.compactMap { event in
            guard case .began(let target?) = event.kind, sending.contains(event.call) else { return nil }
            return targetName(of: target)
        }
    }

    /// A provider with correct responses, except for the call with the fault.
    func provider(plugins: [any Plugin], response: @escaping @Sendable (Target) -> SampleResponse) -> Provider<Target> {
        Provider<Target>(plugins: plugins + [FaultPlugin(run: self)], clock: clock)
            .stubbed(after: .zero) { self.response(to: $0, right: response($0)).arrivingInPieces }
            .recorded(in: journal)
    }

    // MARK: - Called by the plugin

    /// - Returns: The number of the exchange.
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

    /// The response to the exchange that is running in this task.
    private func response(to target: Target, right: SampleResponse) -> SampleResponse {
        guard let place, let exchange = FaultExchange.number, isPlace(of: target, exchange: exchange) else {
            return right
        }
        let wrong = if case .response(let make) = place.fault.effect { make(right) } else { nil as SampleResponse? }
        // Half of an empty body is empty, and not a fault.
        if wrong?.isSame(as: right) != true { state.withLock { $0.exchanges[exchange].isFaulty = true } }
        switch place.fault.effect {
        case .response:
            return wrong ?? right
        case .delay(let duration):
            let idleTimeout = TransportConfiguration().idleTimeout
            let isTooLate = duration >= idleTimeout
            let gate = SampleGate()
            clock.delay(exchange, by: min(duration, idleTimeout), timeout: timer(of: target), gate: gate)
            return (isTooLate ? .networkError(URLError(.timedOut)) : right).held(by: gate)
        case .cancel:
            cancelBody()
            // A call in a task that the cancellation doesn't reach receives the correct response.
            let gate = SampleGate()
            clock.delay(exchange, by: .zero, timeout: timer(of: target), gate: gate)
            return right.held(by: gate)
        }
    }
}

extension FaultRun {
    /// The duration of the timer that the call sets. `nil` if it sets no timer, as for a timeout of about a century.
    private func timer(of target: Target) -> Duration? {
        target.timeout.flatMap { $0 < .seconds(3_000_000_000) ? $0 : nil }
    }
}

/// The number of the exchange in whose task this code runs.
private enum FaultExchange {
    @TaskLocal static var number: Int?
}

/// The innermost plugin: numbers each exchange, and reports its start and end to the clock.
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
