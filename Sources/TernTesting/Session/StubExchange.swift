import Foundation
import Tern

/// One task of a stub session, from its start until its answer is handed over: asks for the answer, follows redirects,
/// and cuts the answer into what the session is told at a time.
final class StubExchange: Sendable {
    /// One thing that the session is told.
    enum Part: Sendable {
        case head(HTTPURLResponse)
        case chunk(Data)
        /// The platform follows this by itself, if it likes to; what comes next is the answer if it doesn't.
        case redirect(to: URLRequest, HTTPURLResponse)
        case end(HTTPURLResponse, HTTPHeaders)
        case failure(any Error)
    }

    /// What is done at a time, with a look at the task's state before.
    enum Delivery: Sendable {
        case tell([Part])
        case hold(SampleGate)
    }

    private enum Phase: Sendable {
        case idle
        case asking
        case ready(ArraySlice<Delivery>)
        case over
    }

    private struct State: Sendable {
        var phase = Phase.idle
        /// The journal's number, once its first events are there.
        var call: Int?
        /// Waits for a gate.
        var hold: Task<Void, Never>?
    }

    let core: StubSessionCore
    private let channel: any StubExchangeChannel
    private let state = Locked(State())

    init(core: StubSessionCore, channel: any StubExchangeChannel) {
        self.core = core
        self.channel = channel
    }

    /// - Returns: Whether the exchange begins; `false` if it has.
    func begin() -> Bool {
        state.withLock { state in
            guard case .idle = state.phase else { return false }
            state.phase = .asking
            return true
        }
    }

    /// - Parameter body: That of a task that doesn't have it in its request. Is called where it may wait.
    func ask(_ request: URLRequest, body: @escaping @Sendable () -> Data?) {
        core.asking.async { [self] in
            let recorded = RecordedRequest(request, body: body() ?? StubRequestBody.data(of: request))
            guard beginCall(with: recorded) else { return }
            answer(request, as: recorded, redirects: 0)
        }
    }

    /// What to tell the session now, and whether that is all. `nil` if there is nothing to tell, or not yet.
    func next() -> (parts: [Part], isLast: Bool)? {
        let (next, call, rest) = state.withLock { state -> (Delivery?, Int?, ArraySlice<Delivery>) in
            guard case .ready(var deliveries) = state.phase, let first = deliveries.popFirst() else {
                return (nil, nil, [])
            }
            switch first {
            case .tell: state.phase = deliveries.isEmpty ? .over : .ready(deliveries)
            case .hold: state.phase = .asking
            }
            return (first, state.call, deliveries)
        }
        switch next {
        case .tell(let parts):
            if let call { record(parts, of: call) }
            return (parts, rest.isEmpty)
        case .hold(let gate):
            hold(by: gate) { [self] in tell(rest) }
            return nil
        case nil:
            return nil
        }
    }

    /// The task was cancelled; nothing is told any more.
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

    private func answer(_ request: URLRequest, as recorded: RecordedRequest, redirects: Int) {
        do {
            try channel.check(recorded)
            let sample = try core.answer(recorded).arrivingInPieces
            guard let gate = sample.gate else {
                return try respond(sample, to: request, as: recorded, redirects: redirects)
            }
            hold(by: gate) { [self] in
                do {
                    try respond(sample, to: request, as: recorded, redirects: redirects)
                } catch {
                    tell([.tell([.failure(error)])])
                }
            }
        } catch {
            if case .downloadTask? = (error as? StubSessionError)?.code {
                core.journal?.report(Journal.Finding(.misuse, "\(error)", at: core.source))
            }
            tell([.tell([.failure(error)])])
        }
    }

    /// No structure can hold what a callback starts; the end of the task cancels it.
    private func hold(by gate: SampleGate, then respond: @escaping @Sendable () -> Void) {
        let hold = Task { [core] in
            guard (try? await gate.pass()) != nil else { return }
            core.asking.async(execute: respond)
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
        let answer = try StubSessionAnswer(sample, to: request)
        guard let next = try answer.redirect(of: request, count: redirects) else { return tell(deliveries(of: answer)) }
        channel.redirect(to: next, by: answer.head) { [self] decision in
            core.asking.async { [self] in
                switch decision {
                case .follow(let next):
                    let body = next.httpMethod == request.httpMethod ? recorded.body : Data()
                    let recorded = RecordedRequest(next, body: next.httpBody ?? body)
                    if let call = state.withLock(\.call) {
                        core.journal?.record(.redirected(status: answer.head.statusCode, to: recorded), call: call)
                    }
                    self.answer(next, as: recorded, redirects: redirects + 1)
                case .stay:
                    tell(deliveries(of: answer))
                case .leave(let next):
                    tell([.tell([.redirect(to: next, answer.head)])] + deliveries(of: answer))
                }
            }
        }
    }

    private func deliveries(of answer: StubSessionAnswer) -> ArraySlice<Delivery> {
        answer.deliveries(inPieces: channel.takesPieces)[...]
    }

    private func tell(_ deliveries: ArraySlice<Delivery>) {
        let isReady = state.withLock { state in
            if case .over = state.phase { return false }
            (state.phase, state.hold) = (.ready(deliveries), nil)
            return true
        }
        if isReady { channel.wake() }
    }

    // MARK: - Journal

    /// - Returns: Whether the exchange goes on.
    private func beginCall(with request: RecordedRequest) -> Bool {
        let isOver: () -> Bool = { [state] in state.withLock { if case .over = $0.phase { true } else { false } } }
        guard !isOver() else { return false }
        guard let journal = core.journal else { return true }
        let call = journal.begin("\(request)", at: core.source, endsLate: true)
        journal.record(.began(target: nil), call: call)
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
            case .failure(let error): endCall(call, with: TernError.code(ofTransportError: error))
            case .end(let head, let headers):
                journal.record(.answered(status: head.statusCode, headers: headers), call: call)
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
