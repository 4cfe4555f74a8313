import Foundation
import Tern

/// One task of a stub session, from its start until its response is delivered: requests the sample, follows redirects,
/// and splits the response into deliveries.
final class StubExchange: Sendable {
    /// One event for the session.
    enum Part: Sendable {
        case head(HTTPURLResponse)
        case chunk(Data)
        /// A redirect that the platform may follow. If the platform doesn't follow it, the following parts are the
        /// response.
        case redirect(to: URLRequest, HTTPURLResponse)
        case end(HTTPURLResponse, HTTPHeaders)
        case failure(any Error)
    }

    /// One step of the delivery. The task's state is checked before each step.
    enum Delivery: Sendable {
        case parts([Part])
        case wait(@Sendable () async throws -> Void)
    }

    private enum Phase: Sendable {
        case idle
        case waiting
        case ready(ArraySlice<Delivery>)
        case over
    }

    private struct State: Sendable {
        var phase = Phase.idle
        /// The number of the call in the journal, after its first events were recorded.
        var call: Int?
        /// The task that waits for a gate or a delay.
        var hold: Task<Void, Never>?
    }

    let core: StubSessionCore
    private let channel: any StubExchangeChannel
    private let time: DoubleTime
    private let state = Locked(State())

    init(core: StubSessionCore, channel: any StubExchangeChannel, time: DoubleTime) {
        self.core = core
        self.channel = channel
        self.time = time
    }

    /// - Returns: Whether the exchange begins. `false` if it has already begun.
    func begin() -> Bool {
        state.withLock { state in
            guard case .idle = state.phase else { return false }
            state.phase = .waiting
            return true
        }
    }

    /// - Parameter body: Returns the body of a task if its request doesn't contain the body. Called on a queue that may
    ///   block.
    func ask(_ request: URLRequest, body: @escaping @Sendable () -> Data?) {
        core.requestQueue.async { [self] in
            let (recorded, handler) = core.route(
                RecordedRequest(request, body: body() ?? StubRequestBody.data(of: request))
            )
            guard beginCall(with: recorded) else { return }
            respond(to: request, as: recorded, with: handler, redirects: 0)
        }
    }

    /// The parts to deliver now, and whether they are the last ones. `nil` if no parts are ready.
    func next() -> (parts: [Part], isLast: Bool)? {
        let (next, call, rest) = state.withLock { state -> (Delivery?, Int?, ArraySlice<Delivery>) in
            guard case .ready(var deliveries) = state.phase, let first = deliveries.popFirst() else {
                return (nil, nil, [])
            }
            switch first {
            case .parts: state.phase = deliveries.isEmpty ? .over : .ready(deliveries)
            case .wait: state.phase = .waiting
            }
            return (first, state.call, deliveries)
        }
        switch next {
        case .parts(let parts):
            if let call { record(parts, of: call) }
            return (parts, rest.isEmpty)
        case .wait(let isReady):
            hold(until: isReady) { [self] in deliver(rest) }
            return nil
        case nil:
            return nil
        }
    }

    /// Ends the exchange after the task was cancelled. No more parts are delivered.
    func cancel() {
        let (call, hold) = state.withLock { state -> (Int?, Task<Void, Never>?) in
            if case .over = state.phase { return (nil, nil) }
            state.phase = .over
            return (state.call, state.hold)
        }
        hold?.cancel()
        if let call { endCall(call, with: .cancelled) }
    }

    // MARK: - Private

    private func respond(
        to request: URLRequest,
        as recorded: RecordedRequest,
        with handler: StubSessionCore.Handler,
        redirects: Int
    ) {
        do {
            try channel.check(recorded)
            let sample = try handler(recorded).arrivingInPieces
            guard let arrival = sample.arrival else {
                return try respond(sample, to: request, as: recorded, redirects: redirects)
            }
            let arrives: @Sendable () async throws -> Void = { [core] in try await arrival.wait(on: core.clock) }
            hold(until: arrives) { [self] in
                do {
                    try respond(sample, to: request, as: recorded, redirects: redirects)
                } catch {
                    deliver([.parts([.failure(error)])])
                }
            }
        } catch {
            if case .downloadTask? = (error as? TestKitError)?.code {
                core.journal?.report(Journal.Finding(.misuse, "\(error)", at: core.source))
            }
            deliver([.parts([.failure(error)])])
        }
    }

    /// Starts an unstructured task, because a callback calls this method. The end of the exchange cancels the task.
    private func hold(
        until isReady: @escaping @Sendable () async throws -> Void,
        then respond: @escaping @Sendable () -> Void
    ) {
        let hold = Task { [self] in
            do {
                try await time.run(isReady)
                core.requestQueue.async(execute: respond)
            } catch {
                // Not delivered if the exchange is over, which cancels this task. A clock may throw its own errors.
                deliver([.parts([.failure(error)])])
            }
        }
        let isOver = state.withLock { state in
            state.hold = hold
            if case .over = state.phase { return true }
            return false
        }
        if isOver { hold.cancel() }
    }

    private func respond(
        _ sample: SampleResponse,
        to request: URLRequest,
        as recorded: RecordedRequest,
        redirects: Int
    ) throws {
        let response = try StubSessionResponse(sample, to: request)
        guard let next = try response.redirect(of: request, count: redirects) else {
            return deliver(deliveries(of: response))
        }
        channel.redirect(to: next, by: response.head) { [self] decision in
            core.requestQueue.async { [self] in
                switch decision {
                case .follow(let next):
                    let body = next.httpMethod == request.httpMethod ? recorded.body : Data()
                    let (recorded, handler) = core.route(RecordedRequest(next, body: next.httpBody ?? body))
                    if let call = state.withLock(\.call) {
                        core.journal?.record(.redirected(status: response.head.statusCode, to: recorded), call: call)
                    }
                    self.respond(to: next, as: recorded, with: handler, redirects: redirects + 1)
                case .useAsResponse:
                    deliver(deliveries(of: response))
                case .passToSession(let next):
                    deliver([.parts([.redirect(to: next, response.head)])] + deliveries(of: response))
                }
            }
        }
    }

    private func deliveries(of response: StubSessionResponse) -> ArraySlice<Delivery> {
        response.deliveries(inPieces: channel.takesPieces, on: core.clock)[...]
    }

    private func deliver(_ deliveries: ArraySlice<Delivery>) {
        let isReady = state.withLock { state in
            if case .over = state.phase { return false }
            (state.phase, state.hold) = (.ready(deliveries), nil)
            return true
        }
        if isReady { channel.wake() }
    }

    // MARK: - Journal

    /// - Returns: Whether the exchange continues.
    private func beginCall(with request: RecordedRequest) -> Bool {
        let isOver: () -> Bool = { [state] in state.withLock { if case .over = $0.phase { true } else { false } } }
        guard !isOver() else { return false }
        guard let journal = core.journal else { return true }
        let call = journal.begin("\(request)", at: core.source, endsLate: true)
        journal.record(.began(target: request.target), call: call)
        journal.record(.sent(request), call: call)
        let goesOn = state.withLock { state in
            if case .over = state.phase { return false }
            state.call = call
            return true
        }
        if !goesOn { endCall(call, with: .cancelled) }
        return goesOn
    }

    private func record(_ parts: [Part], of call: Int) {
        guard let journal = core.journal else { return }
        for part in parts {
            switch part {
            case .head, .redirect: break
            case .chunk(let data): journal.record(.received(bytes: data.count), call: call)
            case .failure(let error): endCall(call, with: TernError(wrapping: error).code)
            case .end(let head, let headers):
                journal.record(.responded(status: head.statusCode, headers: headers), call: call)
                journal.record(.ended(.response(status: head.statusCode)), call: call)
                journal.end(call)
            }
        }
    }

    private func endCall(_ call: Int, with code: TernError.Code) {
        core.journal?.record(.failed(code), call: call)
        core.journal?.record(.ended(.failure(code)), call: call)
        core.journal?.end(call)
    }
}
