import Foundation
import Tern
import TernMoya
import Testing

/// A user of the observations' API.
private struct User: Decodable, Equatable {
    let login: String
    let id: Int
}

extension Call<TernTarget<API>, User> {
    fileprivate static func user(_ login: String) -> Self { .init(TernTarget(.user(login))) }
}

/// Tern's calls on a provider of Moya's form.
@Suite(.timeLimit(.minutes(20)))
struct TernProviderTests {
    private struct Stamp: PluginType {
        func prepare(_ request: URLRequest, target: TernMoya.TargetType) -> URLRequest {
            var request = request
            request.setValue("1", forHTTPHeaderField: "X-Stamp")
            return request
        }
    }

    @Test func typedCallUsesStubs() async throws {
        let provider = MoyaProvider<API>(stubClosure: MoyaProvider.immediatelyStub)

        let user = try await provider.tern.value(.user("ash"))

        #expect(user == User(login: "ash", id: 100))
    }

    @Test func callUsesPluginsSessionAndOptions() async throws {
        let transport = RecordingTransport { sent, _ in
            .init(statusCode: 200, data: Data("ok".utf8), headers: ["A": "b"])
        }
        let provider = MoyaProvider<API>(session: Session(transport: transport), plugins: [Stamp()])

        let response = try await provider.tern.request(.zen, options: CallOptions(headers: ["X-Option": "2"]))

        let sent = try #require(transport.sent.first)
        #expect(sent.url.path == "/zen")
        #expect(sent.fields["X-Stamp"] == "1")
        #expect(sent.fields["X-Option"] == "2")
        #expect(response.headers["A"] == "b")
        #expect(try response.string() == "ok")
    }

    @Test func callWithinACallDoesntHaveItsOptions() async throws {
        let tokens = RecordingTransport()
        let tokenProvider = MoyaProvider<API>(session: Session(transport: tokens))
        let provider = MoyaProvider<API>(
            requestClosure: { endpoint, done in
                tokenProvider.request(.zen, callbackQueue: .global()) { _ in
                    MoyaProvider<API>.defaultRequestMapping(for: endpoint, closure: done)
                }
            },
            session: Session(transport: RecordingTransport())
        )

        let options = CallOptions(headers: ["X-Option": "2"])
        let response = try await provider.tern.request(.zen, options: options)

        #expect(tokens.sent.map { $0.fields["X-Option"] } == [nil])
        #expect(response.request?.headers["X-Option"] == "2")
    }

    @Test func downloadOfTernIsWrittenOnlyForAnAcceptableStatus() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let transport = RecordingTransport { _, count in
            .init(statusCode: count == 0 ? 404 : 200, data: Data("body \(count)".utf8))
        }
        let provider = MoyaProvider<API>(session: Session(transport: transport))
        let options = CallOptions(delivery: .download(.file(file, resumes: false)))

        let error = await #expect(throws: TernError.self) {
            try await provider.tern.request(.zen, options: options)
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.data == Data("body 0".utf8))
        #expect(!FileManager.default.fileExists(atPath: file.path))

        let response = try await provider.tern.request(.zen, options: options)
        #expect(response.fileURL == file)
        #expect(try Data(contentsOf: file) == Data("body 1".utf8))
    }

    @Test func unacceptableStatusIsAnErrorOfTernWithTheResponse() async throws {
        for target in [API.status(404), .validated(404)] {
            let transport = RecordingTransport { _, _ in .init(statusCode: 404, data: Data("no".utf8)) }
            let provider = MoyaProvider<API>(session: Session(transport: transport))

            let error = await #expect(throws: TernError.self) { try await provider.tern.request(target) }

            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.data == Data("no".utf8))
            #expect(error?.attempts == 1)
            let text = "\(try #require(error))"
            #expect(text.contains("Status 404") && text.contains("127.0.0.1") && text.contains("/status/404"))
        }
    }

    @Test func errorNamesTheTargetInside() async throws {
        let provider = MoyaProvider<API>(
            session: Session(transport: RecordingTransport { _, _ in .init(statusCode: 500) })
        )

        let error = await #expect(throws: TernError.self) { try await provider.tern.value(.user("secret")) }

        let text = "\(try #require(error))"
        #expect(text.contains("in TernTarget<API>.user (GET http://127.0.0.1:1/users/secret)"))
        #expect("\(TernTarget(API.user("secret")))" == "API.user")
        #expect("\(TernTarget(API.zen))" == "API.zen")
    }

    @Test func decodingErrorNamesTheTargetInside() async throws {
        let transport = RecordingTransport { _, _ in .init(statusCode: 200, data: Data("{}".utf8)) }
        let provider = MoyaProvider<API>(session: Session(transport: transport))

        let errors = [
            await #expect(throws: TernError.self) { try await provider.tern.value(.user("ash")) },
            await #expect(throws: TernError.self) { try await provider.tern.request(.zen, as: User.self) },
        ]

        for error in errors {
            #expect(error?.code == .decodingFailed)
            #expect(error?.attempts == 1)
            #expect(error?.target is TernTarget<API>)
        }
    }

    @Test func responseHasTheTargetOfTheCall() async throws {
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()))

        #expect(try await provider.tern.request(.zen).target is TernTarget<API>)
    }

    /// Tells when a number of calls have begun.
    // Only constants.
    private final class Counting<Target: TernMoya.TargetType>: MoyaProvider<Target>, @unchecked Sendable {
        let calls = Recorded<Void>()
        let haveBegun = SampleGate()

        override func request(
            _ target: Target,
            callbackQueue: DispatchQueue? = nil,
            progress: ProgressBlock? = nil,
            completion: @escaping Completion
        ) -> any Cancellable {
            let token = super.request(
                target,
                callbackQueue: callbackQueue,
                progress: progress,
                completion: completion
            )
            if calls.add(()) == 1 { haveBegun.release() }
            return token
        }
    }

    @Test func cancelledTrackedCallLeavesTheOther() async throws {
        let transport = GatedTransport()
        let provider = Counting<API>(session: Session(transport: transport), trackInflights: true)
        let first = _Concurrency.Task { try await provider.tern.request(.zen) }
        try? await transport.began.pass()
        let second = _Concurrency.Task { try await provider.tern.request(.zen) }
        try? await provider.haveBegun.pass()

        first.cancel()
        let error = await #expect(throws: TernError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        #expect(provider.inflightRequests.values.map(\.count) == [1])
        transport.gate.release()

        #expect(try await second.value.string() == "done")
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func lastCancelledTrackedCallCancelsTheRequest() async throws {
        let transport = GatedTransport()
        let provider = Counting<API>(session: Session(transport: transport), trackInflights: true)
        let calls = [
            _Concurrency.Task { try await provider.tern.request(.zen) },
            _Concurrency.Task { try await provider.tern.request(.zen) },
        ]
        try? await provider.haveBegun.pass()
        try? await transport.began.pass()

        for call in calls { call.cancel() }
        for call in calls { await #expect(throws: TernError.self) { try await call.value } }

        #expect(provider.inflightRequests.isEmpty)
        try? await transport.ended.pass()
    }

    @Test func timeoutOfTheOptionsEndsTheCall() async throws {
        let provider = MoyaProvider<API>(session: Session(transport: GatedTransport()))

        let error = await #expect(throws: TernError.self) {
            try await provider.tern.request(.zen, options: CallOptions(timeout: .milliseconds(20)))
        }

        #expect(error?.code == .timedOut)
    }

    @Test func cancelledTaskCancelsTheCall() async throws {
        let transport = GatedTransport()
        let provider = MoyaProvider<API>(session: Session(transport: transport))
        let call = _Concurrency.Task { try await provider.tern.request(.zen) }

        try? await transport.began.pass()
        call.cancel()

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test func onlyTheFirstCompletionCounts() async throws {
        // It has no state.
        final class Twice<Target: TernMoya.TargetType>: MoyaProvider<Target>, @unchecked Sendable {
            override func request(
                _ target: Target,
                callbackQueue: DispatchQueue? = nil,
                progress: ProgressBlock? = nil,
                completion: @escaping Completion
            ) -> any Cancellable {
                completion(.success(Moya.Response(statusCode: 204, data: Data())))
                completion(.failure(.requestMapping("again")))
                return CancellableToken {}
            }
        }

        let response = try await Twice<API>().tern.request(.zen)

        #expect(response.statusCode == 204)
    }

    @Test func cancelledStubEndsAtOnce() async throws {
        let provider = MoyaProvider<API>(stubClosure: MoyaProvider.delayedStub(100_000))
        let call = _Concurrency.Task { try await provider.tern.request(.zen) }

        call.cancel()

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: [.infinity, 1e300] as [TimeInterval])
    func cancelledCallDoesNotWaitForItsRetry(seconds: TimeInterval) async throws {
        let interceptor = DelayedRetry(seconds: seconds)
        let transport = RecordingTransport { _, _ in .init(statusCode: 500) }
        let provider = MoyaProvider<API>(session: Session(transport: transport, interceptor: interceptor))
        let call = _Concurrency.Task { try await provider.tern.request(.validated(1)) }

        try? await interceptor.asked.pass()
        call.cancel()

        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }
}
