import Foundation

extension Provider {
    /// Explains a call without sending it: the endpoint, the changes of each plugin, the final request, the source of
    /// the response, the sample, and the limits.
    ///
    /// ```swift
    /// print(await github.explain(.user(login: "octocat")))
    /// ```
    ///
    /// Each closure of the provider runs once, as does the closure of the sample. The plugins run as in any call, with
    /// all their effects: they wait, count, log, and ask for a token. Instead of reaching the layers of the transport,
    /// the transport or the stub, each request fails with `.cancelled`, as if the caller had cancelled the call, so that
    /// it isn't sent again.
    public func explain(_ target: Target, options: CallOptions = CallOptions()) async -> CallExplanation {
        var endpoint = endpointClosure(target)
        let unmoved = endpoint
        let inner = target.innermost
        let settings = endpoint.settings(of: inner)
        // Before each plugin, and after the last one.
        let notes = (0...plugins.count).map { _ in RequestNote() }
        let end = RequestNote(isEnd: true)
        var stages = zip(notes, plugins).flatMap { [$0, PluginStage($1)] as [any Stage] }
        stages +=
            notes.suffix(1) + Self.stages(redirects: .never, transport: transport).prefix { !($0 is TimeLimit) } + [end]
        let exchange = Exchange(
            target: inner,
            clock: boxedClock,
            attributes: options.attributes,
            stages: stages,
            authorization: settings.authorization,
            timeout: options.timeout ?? settings.timeout ?? configuration.timeout,
            idleTimeout: options.idleTimeout ?? settings.idleTimeout,
            maximumBodyBytes: configuration.maximumBodyBytes,
            endpointURL: endpoint.url
        )

        var failure: TernError?
        do throws(TernError) {
            try complete(&endpoint, for: target, options)
            let request = try await request(for: endpoint, of: target, options, exchange.target)
            _ = try await exchange.send(request)
        } catch {
            failure = error
        }
        let request = end.request
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
            source: isSent ? source(of: target) : .plugin,
            sample: try? sample.get(),
            sampleError: sample.failure,
            untrustedOriginText: RequestContext(exchange).untrustedOriginText,
            limits: limits(of: request ?? notes.compactMap(\.request).last, exchange),
            validation: settings.validation,
            error: isSent ? nil : failure
        )
    }

    /// Explains a call without sending it, as the case of the call.
    @_disfavoredOverload
    public func explain<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) async -> CallExplanation {
        await explain(call.target, options: options)
    }

    // MARK: - Private

    private func steps(from notes: [RequestNote]) -> [CallExplanation.Step] {
        plugins.enumerated().compactMap { index, plugin in
            guard let before = notes[index].request else { return nil }
            let changes = notes[index + 1].request?.changes(from: before) ?? []
            return CallExplanation.Step(plugin: "\(type(of: plugin))", changes: changes)
        }
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
            let parts = message.parts
            return .success(Response(statusCode: parts.status, data: parts.body, headers: parts.headers))
        } catch {
            return .failure(TernError.wrapping(error, thrownBy: .transport))
        }
    }
}

/// Notes the request that reaches its place among the stages. If a plugin calls `next` several times, the first request
/// counts.
private final class RequestNote: Stage {
    private let first = Locked<Request?>(nil)
    private let isEnd: Bool

    /// - Parameter isEnd: Whether the request isn't sent.
    init(isEnd: Bool = false) {
        self.isEnd = isEnd
    }

    var request: Request? { first.withLock(\.self) }

    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        first.withLock { $0 = $0 ?? request }
        if isEnd { throw TernError(.cancelled, reason: "The call is only explained.") }
        return try await next.send(request)
    }
}

extension Result where Failure == TernError {
    fileprivate var failure: TernError? { if case .failure(let error) = self { error } else { nil } }
}
