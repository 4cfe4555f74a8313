/// What a call that is only explained shows on its way through the plugins.
final class ExplanationNotes: Sendable {
    private struct State {
        var arrivals: [Int: Request] = [:]
        var limits: [Int: [String]] = [:]
        var outgoing: Request?
    }

    private let state = Locked(State())

    /// Records the request that a plugin receives. After the last plugin, `step` is the number of the plugins.
    ///
    /// If an earlier plugin calls `next` several times, the first request counts.
    func arrive(_ request: Request, at step: Int) {
        state.withLock { $0.arrivals[step] = $0.arrivals[step] ?? request }
    }

    /// Records a limit of a plugin. A plugin that runs several times may note the same limit again.
    func add(limit: String, at step: Int) {
        state.withLock { state in
            if state.limits[step]?.contains(limit) != true { state.limits[step, default: []].append(limit) }
        }
    }

    /// Records the request that the transport or the stub would receive.
    func leave(with request: Request) {
        state.withLock { $0.outgoing = request }
    }

    func arrival(at step: Int) -> Request? { state.withLock { $0.arrivals[step] } }

    /// The request that the last reached step has received.
    var lastArrival: Request? { state.withLock { state in state.arrivals.max { $0.key < $1.key }?.value } }

    func limits(at step: Int) -> [String] { state.withLock { $0.limits[step] ?? [] } }

    var outgoing: Request? { state.withLock(\.outgoing) }
}

/// A stage of an explained call, whose request and limits are recorded.
final class ExplanationStep: Stage {
    private let stage: any Stage
    private let step: Int

    init(_ stage: any Stage, step: Int) {
        self.stage = stage
        self.step = step
    }

    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        next.exchange.notes?.arrive(request, at: step)
        return try await stage.send(request, next: next)
    }
}

/// The end of an explained call. It doesn't send the request.
final class ExplanationEnd: Stage {
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        next.exchange.notes?.leave(with: request)
        throw TernError(.cancelled, reason: "The call is only explained.")
    }
}
