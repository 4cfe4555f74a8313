import Foundation

extension MoyaProvider {
    /// The endpoint of a target's properties. Its stub has status 200 and the target's `sampleData`.
    public final class func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(
            url: URL(target: target).absoluteString,
            sampleResponseClosure: { .networkResponse(200, target.sampleData) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
    }

    /// Passes `endpoint.urlRequest()` or its error to the closure.
    public final class func defaultRequestMapping(
        for endpoint: Endpoint,
        closure: (Result<URLRequest, MoyaError>) -> Void
    ) {
        do {
            closure(.success(try endpoint.urlRequest()))
        } catch MoyaError.requestMapping(let url) {
            closure(.failure(.requestMapping(url)))
        } catch MoyaError.parameterEncoding(let error) {
            closure(.failure(.parameterEncoding(error)))
        } catch {
            closure(.failure(.underlying(error, nil)))
        }
    }

    /// A session with the default settings.
    public final class func defaultAlamofireSession() -> Session { Session() }

    /// Stubs no target.
    public final class func neverStub(_: Target) -> StubBehavior { .never }

    /// Stubs every target without a delay.
    public final class func immediatelyStub(_: Target) -> StubBehavior { .immediate }

    /// Stubs every target after a delay.
    public final class func delayedStub(_ seconds: TimeInterval) -> @Sendable (Target) -> StubBehavior {
        { _ in .delayed(seconds: seconds) }
    }
}

/// The result for a response, an error, or neither of both.
public func convertResponseToResult(
    _ response: HTTPURLResponse?,
    request: URLRequest?,
    data: Data?,
    error: Swift.Error?
) -> Result<Response, MoyaError> {
    let moya = response.map {
        Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
    }
    if let error { return .failure(.underlying(error, moya)) }
    if let moya { return .success(moya) }
    return .failure(.underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown), nil))
}
