import Foundation

extension MoyaProvider {
    /// Lets the plugins prepare the request of a stub, and tells them that it is sent.
    public final func notifyPluginsOfImpendingStub(for request: URLRequest, target: Target) -> URLRequest {
        let prepared = plugins.reduce(request) { $1.prepare($0, target: target) }
        let sent = SentRequest(request: prepared, sessionHeaders: session.additionalHeaders)
        for plugin in plugins { plugin.willSend(sent, target: target) }
        return prepared
    }

    /// A function that completes a call with the sample response of its endpoint.
    public final func createStubFunction(
        _ token: CancellableToken,
        forTarget target: Target,
        withCompletion completion: @escaping Completion,
        endpoint: Endpoint,
        plugins: [PluginType],
        request: URLRequest
    ) -> (() -> Void) {
        { [self] in
            if token.isCancelled { return cancelCompletion(completion, target: target) }
            let result: Result<Response, MoyaError>
            switch endpoint.sampleResponseClosure() {
            case .networkResponse(let status, let data):
                result = validated(Response(statusCode: status, data: data, request: request), target)
            case .response(let head, let data):
                let response = Response(statusCode: head.statusCode, data: data, request: request, response: head)
                result = validated(response, target)
            case .networkError(let error): result = .failure(.underlying(error, nil))
            }
            for plugin in plugins { plugin.didReceive(result, target: target) }
            completion(result)
        }
    }

    private func validated(_ response: Response, _ target: Target) -> Result<Response, MoyaError> {
        if target.validationType.accepts(response.statusCode) { return .success(response) }
        return .failure(.underlying(MoyaError.statusCode(response), response))
    }
}
