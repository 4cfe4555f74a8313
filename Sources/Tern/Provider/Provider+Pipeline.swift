import Foundation

extension Provider {
    /// The stages of every call, in the order in which a request passes them. A response passes them in reverse.
    static func stages(
        plugins: [any Plugin] = [],
        isObserved: Bool = false,
        sharesRequests: Bool = false,
        redirects: RedirectPolicy,
        transport: any Transport
    ) -> [any Stage] {
        var stages: [any Stage] = plugins.map(PluginStage.init)
        // Once for each attempt:
        stages.append(RequestCompletion())  // removes credentials of other origins, adds Content-Type and limits
        stages.append(RequestCheck())  // refuses a request that can't be sent
        if isObserved { stages.append(Observation()) }  // reports the attempt to a journal
        stages.append(TimeLimit())  // ends the attempt after the timeout
        stages.append(BodyDelivery())  // validates the response, and writes a file or makes a stream
        if sharesRequests { stages.append(InFlightSharing()) }  // waits for an equal request
        stages.append(BodyCollection())  // collects a body in memory, up to the limit
        stages.append(Redirects(policy: redirects))  // sends the request that a redirect asks for; not for a stub
        let innermost = transport.innermost
        // May respond itself, such as a cache:
        for layer in transport.layers { stages.append(LayerStage(layer, over: innermost)) }
        // Counts it; sends it over the transport or the stub, and again after a lost connection:
        stages.append(Sending(transport: innermost))
        return stages
    }

    public func response(to target: Target, options: CallOptions) async throws(TernError) -> Response {
        var endpoint = endpointClosure(target)
        let inner = target.innermost
        let settings = endpoint.settings(of: inner)
        let exchange = Exchange(
            target: inner,
            id: nextID(),
            clock: boxedClock,
            attributes: options.attributes,
            stages: stages,
            validation: settings.validation,
            authorization: settings.authorization,
            timeout: options.timeout ?? settings.timeout ?? configuration.timeout,
            idleTimeout: options.idleTimeout ?? settings.idleTimeout,
            maximumBodyBytes: configuration.maximumBodyBytes,
            progress: CallProgress(options, on: clock),
            observer: observer,
            stub: stub(for: target, endpoint, inner),
            endpointURL: endpoint.url,
            decoder: configuration.decoder
        )
        let completion = Result<Void, TernError> { () throws(TernError) in
            try complete(&endpoint, for: target, options)
        }
        guard let observer else {
            try completion.get()
            return try await response(to: target, endpoint, options, exchange)
        }
        let context = RequestContext(exchange)
        observer.observe(.began, of: context)
        let result = await withTaskCancellationHandler {
            do throws(TernError) {
                try completion.get()
                return Result<Response, TernError>.success(try await response(to: target, endpoint, options, exchange))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            observer.observe(.cancelled, of: context)
        }
        observer.observe(.ended(result), of: context)
        return try result.get()
    }

    private func response(
        to target: Target,
        _ endpoint: Endpoint,
        _ options: CallOptions,
        _ exchange: Exchange
    ) async throws(TernError) -> Response {
        if Task.isCancelled { throw TernError(.cancelled).about(target: exchange.target) }
        let request = try await request(for: endpoint, of: target, options, exchange.target)
        guard let progress = exchange.progress else { return try await exchange.send(request) }
        do throws(TernError) {
            let response = try await exchange.send(request)
            await progress.end()
            return response
        } catch {
            await progress.end()
            throw error
        }
    }

    /// Adds the URL and the fields of the options to the endpoint of the endpoint closure.
    func complete(_ endpoint: inout Endpoint, for target: Target, _ options: CallOptions) throws(TernError) {
        endpoint.complete(by: configuration)
        // `URL(target:)` has no error, and that of `Endpoint(_:)` follows the default rules.
        if endpoint.url == URLJoin.noURL, endpoint.urlError == nil || endpoint.redaction != .default,
            case .failure(let error) = URLJoin.url(
                of: target._resolvedRoute,
                base: target.baseURL,
                shownBy: endpoint.redaction
            )
        {
            endpoint.urlError = error
        }
        if let url = options.url {
            do throws(TernError) {
                try endpoint.move(to: url, keepsQuery: options.keepsQuery)
            } catch {
                throw error.about(target: target).shown(by: configuration.redaction)
            }
        }
        if !options.headers.isEmpty { endpoint = endpoint.adding(headers: options.headers) }
        for field in options.fallbackHeaders where !endpoint.httpHeaderFields.contains(field.name) {
            endpoint.httpHeaderFields[field.name] = field.value
        }
    }

    func request(
        for endpoint: Endpoint,
        of target: Target,
        _ options: CallOptions,
        _ innermost: any TargetType
    ) async throws(TernError) -> Request {
        do {
            var request = try await requestClosure(endpoint, target)
            request.attributes.merge(options.attributes)
            if let delivery = options.delivery { request.delivery = delivery }
            // The request closure may have made a new request, or have added names to the rules.
            let rules = configuration.redaction
            if rules != .default, request.redaction == .default { request.redaction = rules }
            // The limit is set here, since no copy of the request exists yet.
            request.limitBody(to: configuration.maximumBodyBytes)
            return request
        } catch {
            throw TernError.wrapping(error, thrownBy: .requestClosure).about(target: innermost)
                .shown(by: configuration.redaction)
        }
    }

    /// The stub of a target. `nil` if the target isn't stubbed.
    private func stub(for target: Target, _ endpoint: Endpoint, _ innermost: any TargetType) -> StubTransport? {
        let delay: Duration
        switch stubClosure(target) {
        case .never: return nil
        case .immediate: delay = .zero
        case .delayed(let duration): delay = duration
        }
        return StubTransport(
            endpoint,
            for: innermost,
            delay: delay,
            clock: boxedClock,
            link: link,
            coders: configuration.coders,
            sequences: sequences
        )
    }
}
