import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

/// A provider on a stub session behaves like a stubbed provider.
@Suite(.timeLimit(.minutes(20)))
struct StubSessionProviderTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sample: SampleResponse
        var method = HTTPMethod.get
        var task = HTTPTask.plain
    }

    struct Shop: TargetType, Equatable {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/items" }
        var method = HTTPMethod.get
        var task = HTTPTask.plain

        static func == (left: Shop, right: Shop) -> Bool { left.method == right.method }
    }

    static let scenarios = [
        Scenario(testDescription: "a value", sample: .json(["id": 1])),
        Scenario(testDescription: "fields", sample: .text("a", headers: ["X-A": "1", "Set-Cookie": "a=b"])),
        Scenario(testDescription: "a body sent", sample: .status(201), method: .post, task: .json(["a": 1])),
        Scenario(testDescription: "pieces", sample: .chunked(["a", "b", "c"].map { Data($0.utf8) })),
        Scenario(testDescription: "no content", sample: .text("a", status: 204)),
        Scenario(testDescription: "HEAD", sample: .text("a"), method: .head),
        Scenario(testDescription: "404", sample: .json(["error": "none"], status: 404)),
        Scenario(
            testDescription: "401 with a challenge",
            sample: .status(401, headers: ["WWW-Authenticate": #"Basic realm="shop""#])
        ),
        Scenario(testDescription: "offline", sample: .networkError(URLError(.notConnectedToInternet))),
        Scenario(testDescription: "an error of another domain", sample: .networkError(CocoaError(.fileNoSuchFile))),
        Scenario(testDescription: "a body that breaks off", sample: .text("0123456789").breakingOff(after: 7)),
        Scenario(testDescription: "no status", sample: .status(42)),
        Scenario(testDescription: "a body past the limit", sample: .text(String(repeating: "a", count: 2_000))),
    ]

    @Test(arguments: scenarios)
    func providerOnAStubSessionBehavesLikeAStubbedOne(_ scenario: Scenario) async throws {
        let stub = StubSession(journal: nil) { _ in scenario.sample }
        let stubbed = Journal()
        let live = Journal()

        let expected = await outcome(of: scenario, from: .stub(journal: stubbed) { _ in scenario.sample })
        let actual = await outcome(
            of: scenario,
            from: Provider(transport: try URLSessionTransport(configuration: stub.configuration)).recorded(in: live)
        )

        #expect(actual == expected)
        // The network decides how a body is split, and how much of a body that is too large arrives.
        let events = [live, stubbed].map { $0.events.map(\.description).filter { !$0.hasPrefix("received") } }
        #expect(events[0] == events[1])
    }

    @Test func providerFollowsARedirectOfAStubSession() async throws {
        let stub = StubSession { request in
            request.url.hasSuffix("/new")
                ? .text("\(request)") : .status(302, headers: ["Location": "/new"])
        }
        let provider = Provider<Shop>(transport: try URLSessionTransport(configuration: stub.configuration))

        let response = try await provider.request(Shop())

        #expect(response.data == Data("GET https://api.example.com/new".utf8))
    }

    @Test func bodyFromAFileReachesAStubSession() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stub = StubSession { .text($0.text) }
        let transport = try URLSessionTransport(configuration: stub.configuration)
        var request = Request(url: Shop().baseURL)
        request.method = .put
        request.body = try .file(file)

        let response = try await transport.send(request)

        #expect(response.data == Data("file".utf8))
    }

    @Test func callCancelledWhileHeldEndsAsCancelled() async throws {
        let gate = SampleGate()
        let stub = StubSession { _ in .status(200).held(by: gate) }
        let provider = Provider<Shop>(transport: try URLSessionTransport(configuration: stub.configuration))
        let call = Task { try await provider.request(Shop()) }

        await gate.waitForArrivals(atLeast: 1)
        call.cancel()

        let error = try await #require(throws: TernError.self) { try await call.value }
        #expect(error.code == .cancelled)
        gate.release()
    }

    @Test func callsCancelledDuringTheirResponseEnd() async throws {
        let stub = StubSession { _ in .text("response") }
        let provider = Provider<Shop>(transport: try URLSessionTransport(configuration: stub.configuration))

        for turn in 0..<500 {
            let call = Task { try await provider.request(Shop()) }
            for _ in 0..<turn % 60 { await Task.yield() }
            call.cancel()
            if case .failure(let error) = await call.result { #expect((error as? TernError)?.code == .cancelled) }
        }
    }

    private func outcome(of scenario: Scenario, from provider: Provider<Shop>) async -> [String] {
        let provider = provider.configured { $0.maximumBodyBytes = 1_000 }
        do {
            let response = try await provider.request(Shop(method: scenario.method, task: scenario.task))
            return [
                "\(response.statusCode)", "\(response.headers.map(\.description).sorted())",
                response.data.base64EncodedString(),
            ]
        } catch {
            let response = error.response
            return ["\(error.code)", "\(error.reason)", response?.data.base64EncodedString() ?? ""]
        }
    }
}
