import Foundation
import Tern

/// One run of a sweep's body, with a fault at one of its calls or without a fault.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class FaultRun: Sendable {
    /// The n-th call of a case, from 1.
    struct Call: Sendable, Hashable, CustomStringConvertible {
        let target: String
        let occurrence: Int

        /// `GitHub.user #2`.
        var description: String { occurrence > 1 ? "\(target) #\(occurrence)" : target }
    }

    /// One attempt of a call. A plugin may run several attempts of a call at the same time.
    struct Exchange: Sendable {
        let context: RequestContext
        var isFaulty = false
        var isAccepted = false
    }

    /// The calls and exchanges so far.
    struct Record: Sendable {
        /// The calls that sent a request, in order.
        private(set) var calls: [Call] = []
        /// The exchanges, in the order in which they began.
        var exchanges: [Exchange] = []
        private var callsByID: [Int: Call] = [:]
        private var occurrences: [String: Int] = [:]

        /// The call of an exchange that sends its request.
        mutating func send(_ exchange: Int) -> Call {
            let context = exchanges[exchange].context
            if let call = callsByID[context.id] { return call }
            let target = targetName(of: context.target)
            occurrences[target, default: 0] += 1
            let call = Call(target: target, occurrence: occurrences[target, default: 1])
            callsByID[context.id] = call
            calls.append(call)
            return call
        }

        var isFaultUsed: Bool { exchanges.contains(where: \.isFaulty) }

        var isFaultyResponseAccepted: Bool { exchanges.contains { $0.isFaulty && $0.isAccepted } }

        /// Whether the request that received the fault was sent again with the same arguments, and received an
        /// acceptable response. A request doesn't count as sent again if the run without a fault sends it the same
        /// number of times.
        func isSentAgain(comparedWith faultFree: Record) -> Bool {
            guard let first = exchanges.firstIndex(where: \.isFaulty) else { return false }
            let target = exchanges[first].context.target
            let isSame: (Exchange) -> Bool = { $0.context.target.isSameCase(as: target) }
            return exchanges[first...].contains { !$0.isFaulty && $0.isAccepted && isSame($0) }
                && exchanges.count(where: isSame) > faultFree.exchanges.count(where: isSame)
        }
    }

    /// The number of the exchange in whose task the code runs.
    @TaskLocal fileprivate static var exchange: Int?

    let cancelBody = Locked<(@Sendable () -> Void)?>(nil)
    private let place: (call: Call, fault: FaultSweep.Fault)?
    private let clock: VirtualClock
    private let sequences = SampleSequences()
    private let state = Locked(Record())

    init(place: (call: Call, fault: FaultSweep.Fault)?, clock: VirtualClock) {
        self.place = place
        self.clock = clock
    }

    var record: Record { state.withLock { $0 } }

    /// A provider with correct responses to all calls except the call with the fault.
    func provider<Target>(
        plugins: [any Plugin],
        response: @escaping @Sendable (Target) -> SampleResponse
    ) -> Provider<Target> {
        Provider<Target>(plugins: plugins + [FaultPlugin(run: self)], clock: clock)
            .stubbed(after: .zero) { target, _, coders in
                let right = self.sequences.response(of: response(target), for: targetName(of: target))
                    .encoded(for: coders)
                return self.response(insteadOf: right).arrivingInPieces
            }
            .connected(through: FaultLink(run: self))
    }

    // MARK: - Exchanges

    /// - Returns: The number of the exchange.
    fileprivate func begin(_ context: RequestContext) -> Int {
        state.withLock { record in
            record.exchanges.append(Exchange(context: context))
            return record.exchanges.count - 1
        }
    }

    fileprivate func accept(_ exchange: Int) {
        state.withLock { $0.exchanges[exchange].isAccepted = true }
    }

    /// The response to the exchange that is running in this task.
    private func response(insteadOf right: SampleResponse) -> SampleResponse {
        guard let exchange = Self.exchange else { return right }
        let call = state.withLock { $0.send(exchange) }
        guard let place, place.call == call else { return right }
        let response = if case .response(let make) = place.fault.effect { make(right) } else { right }
        // A truncated empty body is still the correct body, so it isn't a fault.
        if case .response = place.fault.effect, response.isSame(as: right) { return right }
        state.withLock { $0.exchanges[exchange].isFaulty = true }
        return response
    }

    /// Delays or cancels the exchange that is running in this task, if it has the fault.
    fileprivate func interruptExchange() async throws {
        guard let exchange = Self.exchange, state.withLock({ $0.exchanges[exchange].isFaulty }) else { return }
        switch place?.fault.effect {
        case .delay(let duration):
            let idleTimeout = TransportConfiguration().idleTimeout
            try await clock.sleep(for: min(duration, idleTimeout))
            if duration >= idleTimeout { throw URLError(.timedOut) }
        case .cancel:
            cancelBody.withLock { $0 }?()
            // All cancelled tasks must handle the cancellation before any other task continues.
            try await clock.sleep(for: .zero)
        case .response, nil:
            break
        }
    }
}

/// The innermost plugin: numbers each exchange, and reports whether its response is accepted.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private struct FaultPlugin: Plugin {
    let run: FaultRun

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        let exchange = run.begin(context)
        let response = try await FaultRun.$exchange.withValue(exchange) { try await next(request) }
        run.accept(exchange)
        return response
    }
}

/// Interrupts the exchange with the fault between its request and its response.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private struct FaultLink: StubLink, StubConnection {
    let run: FaultRun

    func connect(to url: URL?) -> any StubConnection { self }
    func sendBody(_ bytes: Int) {}
    func endRequest() async throws { try await run.interruptExchange() }
    func receiveHead() {}
    func receiveBody(_ bytes: Int) {}
    func close(isReusable: Bool) {}
}
