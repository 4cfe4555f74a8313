import Foundation
import Tern
import TernMoya
import Testing

/// The requests of a session, and Alamofire's policies.
@Suite(.timeLimit(.minutes(20)))
struct SessionTests {
    @Test func cancelAllRequestsEndsEachCall() async throws {
        let transport = GatedTransport()
        let session = Session(transport: transport)
        let provider = MoyaProvider<API>(session: session)
        let (results, received) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        for number in 0..<3 {
            provider.request(.user("\(number)"), callbackQueue: .global()) { received.yield($0) }
        }

        let requests = await withCheckedContinuation { continuation in
            session.withAllRequests { continuation.resume(returning: $0) }
        }
        await withCheckedContinuation { continuation in
            session.cancelAllRequests(completingOnQueue: .global()) { continuation.resume() }
        }

        #expect(requests.count == 3)
        #expect(requests.filter(\.isCancelled).count == 3)
        #expect(Set(requests.map(\.id)).count == 3)
        var iterator = results.makeAsyncIterator()
        for _ in 0..<3 {
            let result = await iterator.next()
            guard case .failure(.underlying(AFError.explicitlyCancelled, _)) = result else {
                Testing.Issue.record("The call ended with \(String(describing: result)).")
                return
            }
        }
        let remaining = await withCheckedContinuation { continuation in
            session.withAllRequests { continuation.resume(returning: $0) }
        }
        #expect(remaining.isEmpty)
    }

    @Test func sessionOfATransportHasTheDefaultFields() async throws {
        for (fields, expected) in [(nil, ["Accept-Language", "User-Agent"]), ([:], [])]
            as [([String: String]?, [String])]
        {
            let transport = RecordingTransport()
            let session =
                fields.map { Session(transport: transport, additionalHeaders: $0) } ?? Session(transport: transport)

            _ = try await LiveCallTests.result(MoyaProvider<API>(session: session), .zen).get()

            let names = try #require(transport.sent.first).fields.keys.filter {
                $0.hasPrefix("A") || $0 == "User-Agent"
            }
            #expect(names.sorted() == expected)
        }
    }

    /// Records the requests that it is asked about.
    private struct Recording: RequestInterceptor {
        let requests = Recorded<TernMoya.Request>()

        func retry(
            _ request: TernMoya.Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            requests.add(request)
            completion(request.retryCount < 1 ? .retry : .doNotRetry)
        }
    }

    @Test func attemptsOfACallHaveOneRequest() async throws {
        let interceptor = Recording()
        let transport = RecordingTransport { _, _ in .init(statusCode: 500) }
        let provider = MoyaProvider<API>(session: Session(transport: transport, interceptor: interceptor))

        _ = await LiveCallTests.result(provider, .validated(500))

        let requests = interceptor.requests.values
        #expect(requests.count == 2)
        let request = try #require(requests.first)
        #expect(request == requests.last)
        #expect(request.retryCount == 1)
        #expect(request.error?.responseCode == 500)
        #expect(request.cURLDescription().hasPrefix("curl"))
        #expect(request.cURLDescription().contains("/status/500"))
        #expect("\(request)" == "GET http://127.0.0.1:1/status/500 (500)")
    }

    // MARK: - Policies

    /// Never waits, and records the delays.
    private final class Immediate: RetryPolicy, @unchecked Sendable {
        let delays = Recorded<TimeInterval>()

        override func retry(
            _ request: TernMoya.Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            super.retry(request, for: session, dueTo: error) { [delays] result in
                guard case .retryWithDelay(let delay) = result else { return completion(result) }
                delays.add(delay)
                completion(.retry)
            }
        }
    }

    @Test(
        arguments: [(Moya.Method.get, 503, [0.5, 1]), (.post, 503, []), (.get, 404, [])]
            as [(Moya.Method, Int, [Double])]
    )
    func retryPolicyRepeatsSafeMethodsAfterAStatus(method: Moya.Method, status: Int, delays: [Double]) async throws {
        struct Target: TernMoya.TargetType {
            var baseURL: URL { URL(fileURLWithPath: "/") }
            var path: String { "" }
            let method: Moya.Method
            var task: TernMoya.Task { .requestPlain }
            var headers: [String: String]? { nil }
            var validationType: ValidationType { .successCodes }
        }
        let policy = Immediate()
        let transport = RecordingTransport { _, _ in .init(statusCode: status) }
        let provider = MoyaProvider<Target>(
            endpointClosure: { target in
                TernMoya.Endpoint(
                    url: "https://a.example",
                    sampleResponseClosure: { .networkResponse(200, Data()) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: nil
                )
            },
            session: Session(transport: transport, interceptor: policy)
        )

        _ = await LiveCallTests.result(provider, Target(method: method))

        #expect(policy.delays.values == delays)
        #expect(transport.sent.count == delays.count + 1)
    }

    /// Fails each request.
    private struct Failing: Transport {
        let code: TernError.Code

        func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response { throw TernError(code) }
    }

    @Test(arguments: [TernError.Code.connectionLost, .timedOut])
    func connectionLostPolicyRepeatsOnlyAfterALostConnection(code: TernError.Code) async throws {
        let policy = ConnectionLostRetryPolicy(exponentialBackoffScale: 0)
        let provider = MoyaProvider<API>(
            session: Session(
                transport: Failing(code: code),
                interceptor: Interceptor(retriers: [policy, LastRetrier()])
            )
        )

        let error = await #expect(throws: MoyaError.self) { try await LiveCallTests.result(provider, .zen).get() }

        guard case .underlying(AFError.requestRetryFailed(let count as NSError, _), _)? = error else {
            Testing.Issue.record("\(error as Any)")
            return
        }
        #expect(count.code == (code == .connectionLost ? 2 : 0))
    }

    /// Ends a call with the number of its retries.
    private struct LastRetrier: RequestRetrier {
        func retry(
            _ request: TernMoya.Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            completion(.doNotRetryWithError(NSError(domain: "retries", code: request.retryCount)))
        }
    }

    @Test func namespacesHaveFunctionsAndForms() {
        let result = Moya.convertResponseToResult(nil, request: nil, data: nil, error: nil)
        let part = Alamofire.MultipartFormData(provider: .data(Data()), name: "a")

        #expect(throws: MoyaError.self) { try result.get() }
        #expect(part.name == "a")
    }
}
