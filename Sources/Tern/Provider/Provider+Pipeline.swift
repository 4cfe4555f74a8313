import Foundation

extension Provider {
    /// The pipeline of one call, from its target to its response.
    func response(
        to target: Target,
        options: CallOptions,
        context: RequestContext
    ) async throws(TernError) -> Response {
        if Task.isCancelled { throw TernError(.cancelled).about(target: context.target) }
        let endpoint = try endpoint(for: target, options)
        let request = try await request(for: endpoint, of: target, options, context)
        let stub = stub(for: target, endpoint, context)
        let progress = options.progress.map { CallProgress($0, every: options.progressInterval, on: clock) }

        let source = StubChoice(stub: stub, live: live)
        let delivery = BodyDelivery(next: consume source, validation: target.validation)
        let sample = sample(of: stub, context)
        let sharing = InFlightSharing(next: consume delivery, requests: inFlightRequests, sample: sample)
        let timeLimit = TimeLimit(next: consume sharing, clock: boxedClock)
        let attempt = attempt(
            of: target,
            options,
            next: consume timeLimit,
            progress: progress,
            observer: observer
        )
        do throws(TernError) {
            let response: Response
            if plugins.isEmpty {
                response = try await attempt.send(request, context: context)
            } else {
                let chain = PluginChain(plugins: plugins, attempt: attempt)
                response = try await chain.run(request, context: context)
            }
            if let progress { await progress.end() }
            options.onSuccess?()
            return response
        } catch {
            if let progress { await progress.end() }
            throw error
        }
    }

    // Inlined, so that the compiler specializes it for the stages of each caller.
    @inline(__always)
    func attempt<Next: Transport>(
        of target: Target,
        _ options: CallOptions,
        next: Next,
        progress: CallProgress?,
        observer: (any ExchangeObserver)?
    ) -> Attempt<Next> {
        Attempt(
            next: next,
            validation: target.validation,
            timeout: options.timeout ?? target.timeout ?? configuration.timeout,
            maximumBodyBytes: configuration.maximumBodyBytes,
            progress: progress,
            observer: observer
        )
    }

    func endpoint(for target: Target, _ options: CallOptions) throws(TernError) -> Endpoint {
        var endpoint = endpointClosure(target)
        try complete(&endpoint, for: target, options)
        return endpoint
    }

    /// Adds the URL and the fields of the options to the endpoint of the endpoint closure.
    func complete(_ endpoint: inout Endpoint, for target: Target, _ options: CallOptions) throws(TernError) {
        if let url = options.url {
            do throws(TernError) {
                try endpoint.move(to: url)
            } catch {
                throw error.about(target: target)
            }
        }
        if endpoint.queryEncoder == nil { endpoint.queryEncoder = configuration.queryEncoder }
        if endpoint.jsonEncoder == nil { endpoint.jsonEncoder = configuration.encoder }
        if !options.headers.isEmpty { endpoint = endpoint.adding(headers: options.headers) }
    }

    // Inlined, since a separate async function takes more time in each call.
    @inline(__always)
    func request(
        for endpoint: Endpoint,
        of target: Target,
        _ options: CallOptions,
        _ context: RequestContext
    ) async throws(TernError) -> Request {
        do {
            var request = try await requestClosure(endpoint, target)
            request.attributes.merge(options.attributes)
            if let delivery = options.delivery { request.delivery = delivery }
            // The limit is set here, since no copy of the request exists yet.
            request.limitBody(to: configuration.maximumBodyBytes)
            return request
        } catch {
            throw TernError.wrapping(error, thrownBy: .requestClosure).about(target: context.target)
        }
    }

    /// The stub of a target. `nil` if the target isn't stubbed.
    private func stub(for target: Target, _ endpoint: Endpoint, _ context: RequestContext) -> StubTransport? {
        let delay: Duration
        switch stubClosure(target) {
        case .never: return nil
        case .immediate: delay = .zero
        case .delayed(let duration): delay = duration
        }
        // The target of the context is stored already.
        return StubTransport(endpoint, for: context.target, delay: delay, context: stubContext)
    }

    /// The source of a stub's sample, which in-flight sharing compares. `nil` without a stub or without sharing.
    private func sample(of stub: StubTransport?, _ context: RequestContext) -> SampleSource? {
        guard inFlightRequests != nil, let stub else { return nil }
        return SampleSource(target: context.target, delay: stub.delay)
    }
}
