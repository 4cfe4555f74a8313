import Foundation
import TernTesting
import Testing

@testable import Tern

/// The attempts of a call whose connection was lost, in its response, its metrics and its error.
@Suite(.timeLimit(.minutes(5)))
struct AttemptCountTests {
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
        return BodyStream(pieces, metrics: { TransportMetrics(total: .seconds(2)) })
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
                metrics: TransportMetrics(total: .seconds(1))
            )
        }
    }

    private func response(
        over transport: ScriptedTransport,
        as delivery: Request.Delivery = .collected(limit: 10),
        method: HTTPMethod = .get,
        body: RequestBody? = nil,
        plugins: [any Plugin] = []
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
        return try await provider.request(OpenTarget())
    }

    // MARK: - Redirects

    @Test(arguments: FailedRedirect.allCases)
    func errorOfARedirectCountsEachSending(redirect: FailedRedirect) async throws {
        let location = redirect == .insecure ? "http://api.example.com/b" : "/b"
        let text = redirect == .longBody ? String(repeating: "-", count: Redirect.maximumBodyBytes + 1) : ""
        let step = Self.streamed(text, status: 307, headers: ["Location": location])
        let limit = redirect == .aboveTheLimit ? 0 : 3
        let transport = ScriptedTransport(steps: [Self.lost, step], redirects: .follow(limit: limit))
        let once = RequestBody.stream(once: AsyncStream<Data> { $0.finish() })
        let body = redirect == .oneShotBody ? once : nil
        let method: HTTPMethod = body == nil ? .get : .put

        let error = try await #require(throws: TernError.self) {
            try await response(over: transport, method: method, body: body)
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

        let response = try await response(over: ScriptedTransport(steps: steps), as: .file(file))

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.attempts == response.attempts)
        #expect(response.metrics?.total == .seconds(2))
    }

    @Test(arguments: [false, true]) func metricsOfACollectedStreamCountEachSending(isRedirected: Bool) async throws {
        let repeated = [Self.lost, Self.streamed("text")]
        let steps = isRedirected ? [Self.lost, Self.redirect] + repeated : repeated

        let response = try await response(over: ScriptedTransport(steps: steps))

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.attempts == response.attempts)
    }

    @Test(arguments: [false, true]) func metricsOfAStreamCountEachSending(isRedirected: Bool) async throws {
        let repeated = [Self.lost, Self.streamed("text")]
        let steps = isRedirected ? [Self.lost, Self.redirect] + repeated : repeated

        let response = try await response(over: ScriptedTransport(steps: steps), as: .streamed)
        let stream = try #require(response.stream)
        _ = try await stream.collected()

        #expect(response.attempts == (isRedirected ? 3 : 2))
        #expect(response.metrics?.attempts == response.attempts)
        #expect(stream.metrics?.attempts == response.attempts)
    }
}
