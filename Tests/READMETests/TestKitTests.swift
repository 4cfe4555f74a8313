import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// Runs the snippets of the guide on unit tests and mock servers.
@Suite(.timeLimit(.minutes(20)))
struct TestKitTests {
    @Test(.network) func searchIsRetried() async throws {
        let issues = Provider<Issues>.stub(
            .on(.search("crash"), .inOrder(.status(503), thenForever: .json([Issue(number: 7, title: "Crash")]))),
            plugins: [RetryOnce503()]
        )

        let found = try await issues.value(.search("crash"))

        #expect(found.map(\.number) == [7])
        let calls = try #require(Journal.current).calls(of: Issues.self)
        #expect(calls.map(\.attempts) == [2])
    }

    @Test(.network) func ruleReadsTheRequest() async throws {
        let token = StubState("old")
        let issues = Provider<Issues>.stub(
            .on(.search("crash")) { request in
                request.headers["Authorization"] == "Bearer new" ? .json([]) : .status(401)
            },
            .otherwise(.status(404)),
            plugins: [AuthorizationPlugin { _ in token.value }]
        )

        let refused = await #expect(throws: TernError.self) { try await issues.value(.search("crash")) }
        token.update { $0 = "new" }

        #expect(refused?.response?.statusCode == 401)
        #expect(try await issues.value(.search("crash")) == [])
        let missing = await #expect(throws: TernError.self) { try await issues.request(.close(number: 7)) }
        #expect(missing?.response?.statusCode == 404)
    }

    @Test(.network) func requestIsInTheJournal() async throws {
        let issues = Provider<Issues>.stub(.otherwise(.json(["data": ["items": [Issue]()]])))

        _ = try await issues.value(.search("crash & burn", labels: ["bug"], page: 2))

        let sent = try #require(Journal.current?.requests.first)
        #expect(sent.path == "/v1/issues")
        #expect(sent.query == "q=crash%20%26%20burn&label=bug&page=2")
        #expect(sent.queryItems.first { $0.name == "q" }?.value == "crash & burn")
        #expect(sent.headers["Accept"] == "application/json")
    }

    @Test(.network) func dictionaryHasResponsesOfCases() async throws {
        let issues = Provider<Issues>.stub(
            .all([
                .open(IssueDraft(title: "Crash")): .json(["number": 9, "title": "Crash"], status: 201),
                .close(number: 7): .status(204),
            ])
        )

        let opened = try await issues.request(.open(IssueDraft(title: "Crash")), as: Issue.self)

        #expect(opened == Issue(number: 9, title: "Crash"))
        #expect(try await issues.request(.close(number: 7)).statusCode == 204)
    }

    @Test(.network) func closureHandlesEveryCase() async throws {
        let issues = Provider<Issues>.stub { target in
            switch target {
            case .search: .fixture("issues.json")
            case .open(let draft): .json(Issue(number: 9, title: draft.title), status: 201)
            case .close: .status(204)
            }
        }

        let opened = try await issues.request(.open(IssueDraft(title: "Crash")), as: Issue.self)

        #expect(opened == Issue(number: 9, title: "Crash"))
        #expect(try await issues.request(.close(number: 7)).statusCode == 204)
        #expect(try await issues.value(.search("crash")) == [Issue(number: 7, title: "Crash")])
    }

    @Test(.network) func codeThatTakesASession() async throws {
        let stub = StubSession(routes: ["GET https://api.example.com/health": .json(["status": "up"])])

        let (data, _) = try await stub.session.data(from: try #require(URL(string: "https://api.example.com/health")))

        #expect(String(decoding: data, as: UTF8.self) == #"{"status":"up"}"#)
    }

    @Test(.network) func serverThatMisbehaves() async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /lost": .json([1, 2, 3]).failing(.close(at: .afterBodyBytes(4))),
                "GET /health": .inOrder(.status(401), .json(["status": "up"])),
            ]
        )
        defer { server.stop() }
        let provider = Provider<Health>()

        let lost = await #expect(throws: TernError.self) {
            try await provider.request(Health(baseURL: server.url, path: "/lost"))
        }
        let refused = await #expect(throws: TernError.self) {
            try await provider.request(Health(baseURL: server.url))
        }
        let response = try await provider.request(Health(baseURL: server.url))

        #expect(lost?.code == .connectionLost)
        #expect(refused?.response?.statusCode == 401)
        #expect(response.statusCode == 200)
    }

    @Test func scriptSendsBytesUntilTheClientDisconnects() async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /numbers": .status(200).writing { writer in
                    for number in 1... { try await writer.send("\(number)\n") }
                }
            ]
        )
        defer { server.stop() }

        var numbers: [String] = []
        let stream = try await Provider<Health>().stream(Health(baseURL: server.url, path: "/numbers"))
        for try await number in stream.lines() {
            numbers.append(number)
            if number == "3" { break }
        }

        #expect(numbers == ["1", "2", "3"])
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(
        arguments: [.status(500), .text("<html>"), .networkError(URLError(.notConnectedToInternet))] as [SampleResponse]
    )
    func failureReachesTheCaller(response: SampleResponse) async {
        let github = Provider<GitHub>.stub { _ in response }
        await #expect(throws: TernError.self) { try await github.value(.user("octocat")) }
    }
}

private struct RetryOnce503: Plugin {
    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        do { return try await next(request) } catch { return try await next(request) }
    }
}
