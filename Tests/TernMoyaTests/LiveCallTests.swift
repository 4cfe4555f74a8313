import Foundation
import TernMoya
import Testing

import class Tern.SampleGate

/// Calls over a transport, and what they do with bad input.
@Suite(.timeLimit(.minutes(20)))
struct LiveCallTests {
    /// The result of a call, received on a queue of its own.
    static func result<Target: TargetType>(
        _ provider: MoyaProvider<Target>,
        _ target: Target
    ) async -> Result<Moya.Response, MoyaError> {
        await withCheckedContinuation { continuation in
            provider.request(target, callbackQueue: .global()) { continuation.resume(returning: $0) }
        }
    }

    private static func sent(
        _ target: API,
        requestClosure: @escaping MoyaProvider<API>.RequestClosure = MoyaProvider<API>.defaultRequestMapping
    ) async throws -> RecordingTransport.Sent {
        let transport = RecordingTransport()
        let provider = MoyaProvider<API>(
            requestClosure: requestClosure,
            session: Session(transport: transport)
        )
        _ = try await result(provider, target).get()
        return try #require(transport.sent.first)
    }

    // MARK: - Bad input

    @Test func fieldsWithLineBreaksAreTrimmedOrLeftOut() async throws {
        let sent = try await Self.sent(
            .echo("/a", .get, .requestPlain, ["A": "b\r\n", "B": "c\r\nX-Injected: d", "C\r\nD": "e", "E": "f"])
        )

        #expect(sent.fields["A"] == "b")
        #expect(sent.fields["E"] == "f")
        #expect(sent.fields.allSatisfy { !"\($0)\($1)".contains("X-Injected") && !$0.contains("D") })
    }

    @Test func framingFieldsOfTheTargetAreLeftOut() async throws {
        let fields = ["Content-Length": "3", "transfer-encoding": "chunked", "Content-Type": "text/plain"]
        let sent = try await Self.sent(.echo("/a", .post, .requestData(Data("longer".utf8)), fields))

        #expect(sent.fields["Content-Length"] == nil)
        #expect(sent.fields["transfer-encoding"] == nil)
        #expect(sent.fields["Content-Type"] == "text/plain")
        #expect(sent.body == Data("longer".utf8))
    }

    @Test func inputStreamIsSentAsTheBody() async throws {
        let sent = try await Self.sent(.echo("/a", .post, .requestPlain, nil)) { endpoint, done in
            guard var request = try? endpoint.urlRequest() else { return }
            request.httpBodyStream = InputStream(data: Data(repeating: 7, count: 200_000))
            done(.success(request))
        }

        #expect(sent.body == Data(repeating: 7, count: 200_000))
    }

    @Test func formThatCantBeSentFailsTheCall() async throws {
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()))
        for (method, parts) in [(Moya.Method.post, []), (.get, [part])] {
            let error = await #expect(throws: MoyaError.self) {
                try await Self.result(provider, .echo("/a", method, .uploadMultipart(parts), nil)).get()
            }

            guard case .underlying(let inner, nil)? = error else {
                Testing.Issue.record("\(error as Any)")
                continue
            }
            #expect(inner.asAFError?.isMultipartEncodingError == true)
        }
    }

    @Test func queryEncodingOfABodyFailsTheCall() async throws {
        let task = Task.requestCompositeParameters(
            bodyParameters: ["a": 1],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()))

        let error = await #expect(throws: MoyaError.self) {
            try await Self.result(provider, .echo("/a", .post, task, nil)).get()
        }

        guard case .parameterEncoding? = error else {
            Testing.Issue.record("\(error as Any)")
            return
        }
        #expect(error?.localizedDescription.contains("URLEncoding.httpBody") == true)
    }

    @Test(arguments: ["api.example.com", "ftpx://a", "//a"])
    func baseURLWithoutHTTPIsUnsupported(text: String) async throws {
        let provider = MoyaProvider<Plain>(session: Session(transport: RecordingTransport()))
        let target = Plain(baseURL: try #require(URL(string: text)))

        let error = await #expect(throws: MoyaError.self) { try await Self.result(provider, target).get() }

        guard case .underlying(let inner, nil)? = error else {
            Testing.Issue.record("\(error as Any)")
            return
        }
        #expect((inner.asAFError?.underlyingError as? URLError)?.code == .unsupportedURL)
    }

    @Test func formOfTheLaterMoyaHasItsBoundary() async throws {
        let form = MultipartFormData(boundary: "edge", parts: [.init(provider: .data(Data("x".utf8)), name: "a")])
        let tasks: [(Task, String?)] = [
            (.uploadMultipartFormData(form), nil),
            (.uploadCompositeMultipartFormData(form, urlParameters: ["b": 1]), "b=1"),
        ]
        for (task, query) in tasks {
            let sent = try await Self.sent(.echo("/a", .post, task, nil))

            #expect(sent.fields["Content-Type"] == "multipart/form-data; boundary=edge")
            #expect(String(decoding: sent.body, as: UTF8.self).contains("--edge\r\n"))
            #expect(sent.url.query() == query)
        }
    }

    @Test func fieldsOfAConfigurationAreKeptBesideValuesThatArentText() {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["A": "b", "Number": 7, "Truth": true, "List": ["x"], 3: "x"]

        #expect(configuration.headers.dictionary == ["A": "b", "Number": "7", "Truth": "1"])
    }

    // MARK: - The provider

    @Test func callOutlivesItsProvider() async throws {
        let transport = GatedTransport()
        let response = await withCheckedContinuation { continuation in
            MoyaProvider<API>(session: Session(transport: transport), plugins: [AccessTokenPlugin { _ in "t" }])
                .request(.zen, callbackQueue: .global()) { continuation.resume(returning: $0) }
            transport.gate.release()
        }

        #expect(try response.get().text == "done")
    }

    @Test func completionMayCallAgain() async throws {
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()), trackInflights: true)
        let queue = DispatchQueue(label: "callbacks")

        let statuses = await withCheckedContinuation { continuation in
            provider.request(.zen, callbackQueue: queue) { first in
                provider.request(.zen, callbackQueue: queue) { second in
                    continuation.resume(returning: [first, second].map { (try? $0.get().statusCode) ?? 0 })
                }
            }
        }

        #expect(statuses == [200, 200])
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func subclassReceivesEachRequest() async throws {
        // `count` is only used on the thread of the test.
        final class Counting<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
            var count = 0

            override func request(
                _ target: Target,
                callbackQueue: DispatchQueue? = nil,
                progress: ProgressBlock? = nil,
                completion: @escaping Completion
            ) -> Cancellable {
                count += 1
                return super.request(
                    target,
                    callbackQueue: callbackQueue,
                    progress: progress,
                    completion: completion
                )
            }
        }
        let provider = Counting<API>(session: Session(transport: RecordingTransport()))

        _ = try await Self.result(provider, .zen).get()
        _ = try await provider.tern.request(.zen)

        #expect(provider.count == 2)
    }

    @Test func cancelledCallCompletesOnceWithItsError() async throws {
        let transport = GatedTransport()
        let provider = MoyaProvider<API>(session: Session(transport: transport))
        let completions = Log()

        let error = await withCheckedContinuation { continuation in
            let token = provider.request(.zen, callbackQueue: .global()) { result in
                completions.add("complete")
                if case .failure(let error) = result { continuation.resume(returning: error) }
            }
            token.cancel()
            token.cancel()
        }

        guard case .underlying(let inner, nil) = error else {
            Testing.Issue.record("\(error)")
            return
        }
        #expect(inner.asAFError?.isExplicitlyCancelledError == true)
        #expect(completions.lines.count == 1)
    }

    // MARK: - Interceptors

    @Test func interceptorAdaptsAndRetries() async throws {
        let transport = RecordingTransport { sent, _ in
            .init(statusCode: sent.fields["Authorization"] == "Bearer fresh" ? 200 : 401)
        }
        let session = Session(transport: transport, interceptor: Refresh())
        let provider = MoyaProvider<API>(session: session)

        let response = try await Self.result(provider, .validated(1)).get()

        #expect(response.statusCode == 200)
        #expect(transport.sent.map { $0.fields["Authorization"] } == ["Bearer stale", "Bearer fresh"])
    }

    @Test(arguments: [0, -1, .nan, -.infinity] as [TimeInterval])
    func delayOfARetryMayBeAnyNumber(seconds: TimeInterval) async throws {
        let transport = RecordingTransport { _, count in .init(statusCode: count == 0 ? 500 : 200) }
        let session = Session(transport: transport, interceptor: DelayedRetry(seconds: seconds))
        let provider = MoyaProvider<API>(session: session)

        #expect(try await Self.result(provider, .validated(1)).get().statusCode == 200)
    }

    /// An interceptor may drop its completion, as when an app signs out.
    @Test(arguments: [true, false]) func cancelledCallDoesNotWaitForItsInterceptor(adapts: Bool) async throws {
        let interceptor = Silent(adapts: adapts)
        let transport = RecordingTransport { _, _ in .init(statusCode: 500) }
        let provider = MoyaProvider<API>(session: Session(transport: transport, interceptor: interceptor))
        let (results, received) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        let token = provider.request(.validated(1), callbackQueue: .global()) { received.yield($0) }

        try? await interceptor.asked.pass()
        token.cancel()

        var iterator = results.makeAsyncIterator()
        guard case .failure(.underlying(let error, _)) = await iterator.next() else {
            Testing.Issue.record("The call succeeded.")
            return
        }
        #expect(error.asAFError?.isExplicitlyCancelledError == true)
        #expect(transport.sent.count == (adapts ? 1 : 0))
    }

    /// Never completes `retry`, nor `adapt` unless it adapts.
    private struct Silent: RequestInterceptor {
        let adapts: Bool
        let asked = SampleGate()

        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
        ) {
            if adapts { completion(.success(urlRequest)) } else { asked.release() }
        }

        func retry(
            _ request: Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            asked.release()
        }
    }

    @Test func bodyThatCanBeReadOnceIsNotSentAgainWithCredentials() async throws {
        let transport = RecordingTransport { _, _ in
            .init(statusCode: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
        }
        let provider = MoyaProvider<API>(
            requestClosure: { endpoint, done in
                guard var request = try? endpoint.urlRequest() else { return }
                request.httpBodyStream = InputStream(data: Data("once".utf8))
                done(.success(request))
            },
            session: Session(transport: transport),
            plugins: [CredentialsPlugin { _ in URLCredential(user: "a", password: "b", persistence: .none) }]
        )

        let response = try await Self.result(provider, .echo("/a", .post, .requestPlain, nil)).get()

        #expect(response.statusCode == 401)
        #expect(transport.sent.count == 1)
    }

    // `token` is only used on the root queue of the session.
    private final class Refresh: RequestInterceptor, @unchecked Sendable {
        private var token = "stale"

        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
        ) {
            var request = urlRequest
            request.headers.add(.authorization(bearerToken: token))
            completion(.success(request))
            // A second result is ignored.
            completion(.success(urlRequest))
        }

        func retry(
            _ request: Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            guard request.response?.statusCode == 401, request.retryCount < 1 else { return completion(.doNotRetry) }
            token = "fresh"
            completion(.retry)
        }
    }

    @Test func fieldsStayInARedirectToAnotherOriginOnlyIfTheSessionNamesThem() async throws {
        for names in [[], ["Authorization"]] as [Set<String>] {
            let transport = RecordingTransport { _, count in
                guard count == 0 else { return .init(statusCode: 200) }
                return .init(statusCode: 302, headers: ["Location": "http://other.example/"])
            }
            let session = Session(transport: transport, crossOriginHeaders: names)
            let provider = MoyaProvider<API>(session: session)

            _ = try await Self.result(provider, .echo("/a", .get, .requestPlain, ["Authorization": "t"])).get()

            #expect(transport.sent.last?.fields["Authorization"] == (names.isEmpty ? nil : "t"))
        }
    }
}
