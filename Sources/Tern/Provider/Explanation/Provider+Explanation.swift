import Foundation

extension Provider {
    /// Explains a call without sending it: the endpoint, the changes of each plugin, the final request, the source of
    /// the response, the sample, and the limits.
    ///
    /// ```swift
    /// print(await github.explain(.user(login: "octocat")))
    /// ```
    ///
    /// Each closure of the provider runs once, as does the closure of the sample. The plugins run with
    /// ``RequestContext/isExplanation``: the plugins of Tern then neither wait, nor count, log, ask for a token or
    /// refresh credentials. Instead of reaching the transport, the request ends as `.cancelled`. A custom plugin that
    /// itself sends requests also sends them here, unless it checks the context.
    public func explain(_ target: Target, options: CallOptions = CallOptions()) async -> CallExplanation {
        var endpoint = endpointClosure(target)
        let unmoved = endpoint
        let settings = endpoint.settings(of: target)
        let notes = ExplanationNotes()
        let recorded = stages.prefix { !($0 is TimeLimit) }
        let steps = recorded.enumerated().map { ExplanationStep($1, step: $0) }
        let exchange = Exchange(
            target: target.innermost,
            clock: boxedClock,
            attributes: options.attributes,
            notes: notes,
            stages: steps + [ExplanationEnd()],
            authorization: settings.authorization,
            timeout: options.timeout ?? settings.timeout ?? configuration.timeout,
            idleTimeout: options.idleTimeout ?? settings.idleTimeout,
            maximumBodyBytes: configuration.maximumBodyBytes
        )

        var failure: TernError?
        do throws(TernError) {
            try complete(&endpoint, for: target, options)
            let request = try await request(for: endpoint, of: target, options, exchange.target)
            _ = try await exchange.send(request)
        } catch {
            failure = error
        }
        let request = notes.outgoing
        let isSent = request != nil
        let sample = await sample(of: endpoint, for: request)
        return CallExplanation(
            target: exchange.target,
            endpoint: endpoint,
            replacedURL: options.url == nil
                ? nil : try? unmoved.urlWithQuery(unmoved.queryEncoder ?? configuration.queryEncoder),
            keepsQuery: options.keepsQuery,
            steps: self.steps(from: notes),
            request: request,
            layers: await layers(for: request),
            source: isSent ? source(of: target) : .plugin,
            sample: try? sample.get(),
            sampleError: sample.failure,
            limits: limits(of: request ?? notes.lastArrival, exchange),
            validation: settings.validation,
            error: isSent ? nil : failure
        )
    }

    /// Explains a call without sending it, in the same way as ``explain(_:options:)``.
    public func explain<Value>(
        call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async -> CallExplanation {
        await explain(call.target, options: options)
    }

    // MARK: - Private

    private func steps(from notes: ExplanationNotes) -> [CallExplanation.Step] {
        plugins.enumerated().compactMap { index, plugin in
            guard let before = notes.arrival(at: index) else { return nil }
            let changes = notes.arrival(at: index + 1)?.changes(from: before) ?? []
            return CallExplanation.Step(
                plugin: "\(type(of: plugin))",
                changes: changes,
                limits: notes.limits(at: index)
            )
        }
    }

    private func layers(for request: Request?) async -> [String] {
        guard let request else { return [] }
        var lines: [String] = []
        for layer in transport.layers {
            guard let text = await layer.explanation(of: request) else { continue }
            lines.append("\(type(of: layer)): \(text)")
        }
        return lines
    }

    private func limits(of request: Request?, _ exchange: Exchange) -> CallExplanation.Limits {
        let maximumBodyBytes: Int? =
            switch request?.delivery {
            case .collected(let limit): limit ?? configuration.maximumBodyBytes
            case nil: configuration.maximumBodyBytes
            default: nil
            }
        return CallExplanation.Limits(
            timeout: [exchange.timeout, request?.timeout].compactMap(\.self).min(),
            idleTimeout: exchange.idleTimeout ?? request?.idleTimeout,
            maximumBodyBytes: maximumBodyBytes
        )
    }

    private func source(of target: Target) -> CallExplanation.Source {
        switch stubClosure(target) {
        case .never: .transport
        case .immediate: .stub(delay: .zero)
        case .delayed(let delay): .stub(delay: delay)
        }
    }

    /// The response of the endpoint's sample. Reading it doesn't count as a use of a sequence.
    private func sample(of endpoint: Endpoint, for request: Request?) async -> Result<Response, TernError> {
        do {
            let coders = configuration.coders
            let made =
                if let request { try await endpoint.sample(for: request, coders) } else {
                    await endpoint.sample(coders)
                }
            let sample = SampleSequences().response(of: made).encoded(for: coders)
            let message = try request.map { try sample.message(for: $0) } ?? sample.message()
            try message.check()
            return .success(Response(statusCode: message.status, data: message.body, headers: message.headers))
        } catch {
            return .failure(TernError.wrapping(error, thrownBy: .transport))
        }
    }
}

extension Result where Failure == TernError {
    fileprivate var failure: TernError? { if case .failure(let error) = self { error } else { nil } }
}
