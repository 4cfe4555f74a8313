import Foundation
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import Tern
@testable import TernHTTP

/// The attempts of a call whose connection was lost, in its response, its metrics and its error.
@Suite(.timeLimit(.minutes(20)))
struct AttemptCountTests {
    /// A failure after the head of the response.
    enum Failure: CaseIterable {
        case brokenBody, longBody, longBodyInMemory, brokenErrorBody
        case brokenDownload, shortDownload, brokenErrorBodyOfADownload, takenDestination
    }

    /// A redirect that isn't followed.
    enum FailedRedirect: CaseIterable { case insecure, aboveTheLimit, oneShotBody, longBody }

    private static let lost: ScriptedTransport.Step = { _ in
        throw ConnectionLoss(TernError(.connectionLost), isConnectionReused: true, isBodyReplayable: true)
    }

    private static let redirect: ScriptedTransport.Step = { _ in
        Response(statusCode: 302, headers: ["Location": "/b"])
    }

    private let folder = TemporaryFolder()
    private var file: URL { folder.url.appending(path: "text") }

    private static func stream(_ text: String, isLost: Bool = false) -> BodyStream {
        let pieces = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data(text.utf8))
            continuation.finish(throwing: isLost ? URLError(.networkConnectionLost) : nil)
        }
        return BodyStream(pieces, metrics: { Response.Metrics(total: .seconds(2)) })
    }

    private static func streamed(
        _ text: String,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        isLost: Bool = false
    ) -> ScriptedTransport.Step {
        { _ in
            Response(
                statusCode: status,
                headers: headers,
                body: .stream(stream(text, isLost: isLost)),
                metrics: Response.Metrics(total: .seconds(1))
            )
        }
    }

    private func response(
        over transport: ScriptedTransport,
        as delivery: Request.Delivery = .collected(limit: 10),
        method: HTTPMethod = .get,
        body: RequestBody? = nil,
        plugins: [any Plugin] = [],
        redirects: RedirectPolicy = .follow(limit: 3)
    ) async throws(TernError) -> Response {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                (request.method, request.body, request.delivery) = (method, body, delivery)
                return request
            },
            transport: transport,
            plugins: plugins
        )
        return try await provider.configured { $0.redirects = redirects }.request(OpenTarget())
    }

    // MARK: - Failures after the head

    private func step(of failure: Failure) -> ScriptedTransport.Step {
        switch failure {
        case .brokenBody, .brokenDownload: Self.streamed("text", isLost: true)
        case .longBody: Self.streamed("a text above the limit")
        case .longBodyInMemory: { _ in Response(statusCode: 200, data: Data("a text above the limit".utf8)) }
        case .brokenErrorBody, .brokenErrorBodyOfADownload: Self.streamed("text", status: 503, isLost: true)
        case .shortDownload: Self.streamed("text", headers: ["Content-Length": "10"])
        case .takenDestination:
            { [file] request in
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
                return try Self.streamed("text")(request)
            }
        }
    }

    private func delivery(of failure: Failure) -> Request.Delivery {
        switch failure {
        case .brokenBody, .longBody, .longBodyInMemory: .collected(limit: 10)
        case .brokenErrorBody: .streamed
        case .brokenDownload, .shortDownload, .brokenErrorBodyOfADownload, .takenDestination:
            .download(.file(file, resumes: false))
        }
    }

    private func code(of failure: Failure) -> TernError.Code {
        switch failure {
        case .longBody, .longBodyInMemory: .bodyTooLarge
        case .takenDestination: .fileFailed
        default: .connectionLost
        }
    }

    @Test(arguments: Failure.allCases) func errorAfterTheHeadCountsEachSending(failure: Failure) async throws {
        let transport = ScriptedTransport(steps: [Self.lost, step(of: failure)])

        let error = try await #require(throws: TernError.self) {
            try await response(over: transport, as: delivery(of: failure))
        }

        #expect(error.code == code(of: failure))
        #expect(error.attempts == 2)
    }

    @Test(arguments: [Failure.brokenBody, .brokenDownload, .brokenErrorBodyOfADownload])
    func errorOfARetriedCallCountsEachSendingOfEachAttempt(failure: Failure) async throws {
        let steps = [Self.lost, step(of: failure), Self.lost, step(of: failure)]
        let retries = RetryPlugin(RetryPolicy(maximumAttempts: 2, delay: .zero))

        let error = try await #require(throws: TernError.self) {
            try await response(over: ScriptedTransport(steps: steps), as: delivery(of: failure), plugins: [retries])
        }

        #expect(error.code == .connectionLost)
        #expect(error.attempts == 4)
        #expect(error.earlierFailures.map(\.attempts) == [2])
    }

    // MARK: - Redirects

    @Test(arguments: FailedRedirect.allCases)
    func errorOfARedirectCountsEachSending(redirect: FailedRedirect) async throws {
        let location = redirect == .insecure ? "http://api.example.com/b" : "/b"
        let text = redirect == .longBody ? String(repeating: "-", count: Redirect.maximumBodyBytes + 1) : ""
        let step = Self.streamed(text, status: 307, headers: ["Location": location])
        let limit = redirect == .aboveTheLimit ? 0 : 3
        let transport = ScriptedTransport(steps: [Self.lost, step])
        let once = RequestBody.stream(once: AsyncStream<Data> { $0.finish() })
        let body = redirect == .oneShotBody ? once : nil
        let method: HTTPMethod = body == nil ? .get : .put

        let error = try await #require(throws: TernError.self) {
            try await response(over: transport, method: method, body: body, redirects: .follow(limit: limit))
        }

        let codes: [FailedRedirect: TernError.Code] = [.oneShotBody: .bodyNotReplayable, .longBody: .bodyTooLarge]
        #expect(error.code == codes[redirect] ?? .tooManyRedirects)
        #expect(error.attempts == 2)
    }

    @Test func errorOfALaterRedirectCountsTheSendingsBeforeEachRedirect() async throws {
        let insecure = Self.streamed("", status: 302, headers: ["Location": "http://api.example.com/b"])
        let transport = ScriptedTransport(steps: [Self.lost, Self.redirect, Self.lost, insecure])

        let error = try await #require(throws: TernError.self) { try await response(over: transport) }

        #expect(error.code == .tooManyRedirects)
        #expect(error.attempts == 3)
    }

    // MARK: - Metrics

    @Test(arguments: [false, true]) func metricsOfADownloadCountEachSending(isRedirected: Bool) async throws {
        let repeated = [Self.lost, Self.streamed("text")]
        let steps = isRedirected ? [Self.lost, Self.redirect] + repeated : repeated

        let response = try await response(
            over: ScriptedTransport(steps: steps),
            as: .download(.file(file, resumes: false))
        )

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.sentRequests == response.attempts)
        #expect(response.metrics?.total == .seconds(2))
    }

    @Test(arguments: [false, true]) func metricsOfACollectedStreamCountEachSending(isRedirected: Bool) async throws {
        let repeated = [Self.lost, Self.streamed("text")]
        let steps = isRedirected ? [Self.lost, Self.redirect] + repeated : repeated

        let response = try await response(over: ScriptedTransport(steps: steps))

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.sentRequests == response.attempts)
    }

    @Test(arguments: [false, true]) func metricsOfAStreamCountEachSending(isRedirected: Bool) async throws {
        let repeated = [Self.lost, Self.streamed("text")]
        let steps = isRedirected ? [Self.lost, Self.redirect] + repeated : repeated

        let response = try await response(over: ScriptedTransport(steps: steps), as: .streamed)
        let stream = try #require(response.stream)
        _ = try await stream.collected()

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.sentRequests == response.attempts)
        #expect(stream.metrics?.sentRequests == response.attempts)
    }

    // MARK: - Resumed downloads

    private func download(over transport: ScriptedTransport) async throws(TernError) -> Response {
        try await Provider<OpenTarget>(transport: transport).download(OpenTarget(), to: .file(file))
    }

    /// Makes a call that leaves a partial file.
    private func interruptDownload() async throws {
        let part = Self.streamed("012345", headers: ["ETag": "\"v1\"", "Content-Length": "10"], isLost: true)
        let error = await #expect(throws: TernError.self) {
            try await download(over: ScriptedTransport(steps: [part]))
        }
        #expect(error?.code == .connectionLost)
    }

    @Test(arguments: [416, 200]) func restartedDownloadCountsEachSending(status: Int) async throws {
        try await interruptDownload()
        let rejected = Self.streamed("", status: status, headers: ["Content-Encoding": "gzip"])
        let transport = ScriptedTransport(steps: [Self.lost, rejected, Self.lost, Self.streamed("whole")])

        let response = try await download(over: transport)

        #expect(transport.requests.value.map { $0.headers["Range"] } == ["bytes=6-", "bytes=6-", nil, nil])
        #expect(response.attempts == 4)
        #expect(response.metrics?.sentRequests == 4)
    }

    @Test(arguments: [false, true])
    func errorOfARestartedDownloadCountsEachSending(isAfterTheHead: Bool) async throws {
        try await interruptDownload()
        let timedOut: ScriptedTransport.Step = { _ in throw URLError(.timedOut) }
        let failed = isAfterTheHead ? Self.streamed("", isLost: true) : timedOut
        let transport = ScriptedTransport(steps: [Self.lost, Self.streamed("", status: 416), Self.lost, failed])

        let error = try await #require(throws: TernError.self) { try await download(over: transport) }

        #expect(error.code == (isAfterTheHead ? .connectionLost : .timedOut))
        #expect(error.attempts == 4)
    }

    @Test func errorOfARejectedRangeCountsEachSending() async throws {
        try await interruptDownload()
        let rejected = Self.streamed("", status: 416, isLost: true)

        let error = try await #require(throws: TernError.self) {
            try await download(over: ScriptedTransport(steps: [Self.lost, rejected]))
        }

        #expect(error.code == .connectionLost)
        #expect(error.attempts == 2)
    }

    @Test func errorOfAWrongPartCountsEachSending() async throws {
        try await interruptDownload()
        let wrong = Self.streamed("789", status: 206, headers: ["Content-Range": "bytes 7-9/10", "ETag": "\"v1\""])

        let error = try await #require(throws: TernError.self) {
            try await download(over: ScriptedTransport(steps: [Self.lost, wrong, Self.lost, wrong]))
        }

        #expect(error.code == .malformedResponse)
        #expect(error.attempts == 4)
        #expect(error.response?.attempts == 4)
    }
}
