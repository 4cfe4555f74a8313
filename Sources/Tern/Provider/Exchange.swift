import Foundation

/// The innermost stage of one call: checks the request, sends it, and judges the answer.
struct Exchange: Sendable {
    /// Where the answer comes from.
    enum Source: Sendable {
        case network(any Transport)
        case stub(@Sendable () -> SampleResponse, delay: Duration, carrier: (any StubCarrier)?)
    }

    let target: any TargetType
    let validation: Validation
    let timeout: Duration?
    let source: Source
    let maximumBodyBytes: Int
    let progress: CallProgress?
    let inFlightRequests: InFlightRequests?
    let clock: any Clock<Duration>
    let observer: (any ExchangeObserver)?

    nonisolated(nonsending) func perform(
        _ request: Request,
        context: RequestContext
    ) async throws(TernError) -> Response {
        let timeout = [timeout, request.timeout].compactMap(\.self).min()
        do throws(TernError) {
            try RequestCheck.check(request)
            if Task.isCancelled { throw TernError(.cancelled) }
            for limit in [timeout, request.idleTimeout].compactMap(\.self) where limit <= .zero {
                throw TernError(.timedOut, reason: "The timeout is \(limit).")
            }
        } catch {
            throw error.about(target: target, request: request, attempts: context.attempt - 1)
        }
        let trace = observer.map { ExchangeTrace(observer: $0, context: context) }
        var isAnswered = false
        do {
            var response =
                if let timeout {
                    try await Waiting.limit(timeout, on: clock) { try await send(request, trace: trace) }
                } else {
                    try await send(request, trace: trace)
                }
            isAnswered = true
            trace?.observe(.answered(status: response.statusCode, headers: response.headers))
            response.request = request
            response.url = response.url ?? request.url
            response.target = target
            response.attempts = context.attempt + (response.metrics?.sendings ?? 1) - 1
            if let failure = validation.failure(of: response) { throw failure }
            return response
        } catch {
            let wrapped = TernError.wrapping(error, thrownBy: .transport)
            let failure = wrapped.about(
                target: target,
                request: request,
                attempts: context.attempt + max(0, wrapped.attempts - 1)
            )
            if !isAnswered { trace?.observe(.failed(failure.code)) }
            throw failure
        }
    }

    nonisolated(nonsending) private func send(
        _ request: Request,
        trace: ExchangeTrace?
    ) async throws -> Response {
        let report = trace.map { $0.counting(progress?.report) } ?? progress?.report
        var outgoing = request
        if report != nil { outgoing.progress = report }
        // The provider's clock has it.
        outgoing.timeout = nil
        if case .collected(nil) = outgoing.delivery { outgoing.delivery = .collected(limit: maximumBodyBytes) }
        if let trace {
            outgoing.onRedirect = { trace.observe(.redirected(status: $0, to: $1)) }
            outgoing.onRepetition = { trace.observe(.sent($0)) }
        }
        guard let inFlightRequests, let fingerprint = Fingerprint(outgoing, sample: sampleSource) else {
            trace?.observe(.sent(request))
            switch source {
            case .network(let transport): return try await transport.response(to: outgoing)
            case .stub(let sample, let delay, let carrier):
                let stub = stub(sample, delay, carrier)
                guard stub.answersAtOnce, outgoing.delivery.isCollected else {
                    return try await stub.response(to: outgoing)
                }
                // Most stubs wait for nothing, and save a suspension.
                return try stub.answer(to: outgoing)
            }
        }
        return try await inFlightRequests.response(for: fingerprint, progress: report) { shared in
            outgoing.report(to: shared)
            // A call that joins a running request sends nothing.
            trace?.observe(.sent(request))
            switch source {
            case .network(let transport):
                return .running { [outgoing] in try await transport.response(to: outgoing) }
            case .stub(let sample, let delay, let carrier):
                let stub = stub(sample, delay, carrier)
                if stub.answersAtOnce { return .finished(Result { try stub.answer(to: outgoing) }) }
                return .running { [outgoing] in try await stub.send(outgoing) }
            }
        }
    }

    /// The stub for one attempt: the sample is taken anew for each.
    private func stub(
        _ sample: () -> SampleResponse,
        _ delay: Duration,
        _ carrier: (any StubCarrier)?
    ) -> StubTransport {
        StubTransport(sample: sample(), delay: delay, clock: clock, carrier: carrier)
    }

    /// `nil` for a live call.
    private var sampleSource: SampleSource? {
        guard case .stub(_, let delay, _) = source else { return nil }
        return SampleSource(target: target, delay: delay)
    }
}
