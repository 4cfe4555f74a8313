import Foundation
import Tern
import TernTestSupport
import TernTesting
import TernURLSession
import Testing

@Suite(.timeLimit(.minutes(20)))
struct NetworkTraitTests {
    enum API: TargetType, Equatable {
        case user(login: String)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users" }
    }

    @Test(.network, arguments: ["octocat", "mona"]) func eachCaseHasItsOwnJournal(login: String) async throws {
        let provider = Provider<API>.stub { target in
            switch target {
            case .user(let login): .text(login)
            }
        }

        _ = try await provider.request(.user(login: login))

        let journal = try #require(Journal.current)
        #expect(journal.name == "eachCaseHasItsOwnJournal(login:)")
        #expect(journal.calls(of: API.self).map(\.target) == [.user(login: login)])
    }

    @Test func unmatchedRequestFailsTheTestWhereItsProviderWasMade() async throws {
        try await expectIssue("The provider of API has no rule for `GET https://api.example.com/users") {
            let provider = Provider<API>.stub()
            // The code under test ignores the error.
            _ = try? await provider.request(.user(login: "octocat"))
        }
    }

    @Test func unusedStubFailsTheTest() async throws {
        try await expectIssue("The rule for API.user was never requested.") {
            _ = Provider<API>.stub(.on(case: .user(login: "octocat"), .status(200)))
        }
    }

    @Test func runningCallFailsTheTest() async throws {
        let gate = SampleGate()
        try await expectIssue("API.user is still running at the end of the test.") {
            let provider = Provider<API>.stub { _ in .status(200).held(by: gate) }
            Task { try await provider.request(.user(login: "octocat")) }
            await gate.waitForArrivals(atLeast: 1)
        }
        gate.release()
    }

    @Test func cancelledCallWithoutAWaiterDoesNotFailTheTest() async throws {
        try await Self.run(.network) {
            let gate = SampleGate()
            let provider = Provider<API>.stub { _ in .status(200).held(by: gate) }
            let call = Task { try await provider.request(.user(login: "octocat")) }
            await gate.waitForArrivals(atLeast: 1)
            call.cancel()
        }
    }

    @Test func liveRequestFailsTheTest() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .status(204) }
        try await expectIssue("GET \(server.url.absoluteString)/health?token=<redacted> was sent over the network.") {
            _ = try await Provider<Live>().request(Live(baseURL: server.url))
        }
    }

    @Test(arguments: 0..<4) func requestsToTheTestsOwnDoublesAreNotLive(_ double: Int) async throws {
        try await Self.run(.network) {
            switch double {
            case 0:
                let server = try LoopbackServer { _ in .status(204) }
                _ = try await Provider<Live>().request(Live(baseURL: server.url))
            case 1:
                let port = try ClosedLoopbackPort()
                _ = try? await Provider<Live>().request(Live(baseURL: port.url))
            case 2:
                let stub = StubSession { _ in .status(204) }
                let provider = Provider<Live>(transport: try URLSessionTransport(configuration: stub.configuration))
                _ = try await provider.request(Live(baseURL: try #require(URL(string: "https://live.example"))))
            default:
                let url = try #require(URL(string: "https://live.example"))
                _ = try await Provider<Live>.stub { _ in .status(204) }.request(Live(baseURL: url))
            }
        }
    }

    @Test func liveRequestCanBeAllowed() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .status(204) }
        try await Self.run(.network(allowing: .liveRequest)) {
            _ = try await Provider<Live>(transport: URLSessionTransport()).request(Live(baseURL: server.url))
        }
    }

    private struct Live: TargetType {
        let baseURL: URL
        var path: String { "/health" }
        var task: HTTPTask { .query(["token": "a8F3"]) }
    }

    @Test func allowedFindingsDoNotFailTheTest() async throws {
        try await Self.run(.network(allowing: .unusedStub)) {
            _ = Provider<API>.stub(.on(case: .user(login: "octocat"), .status(200)))
        }
    }

    @Test func lateRequestNamesTheTestOfItsDouble() async throws {
        let kept = Locked<Provider<API>?>(nil)
        try await Self.run(.network(allowing: .unusedStub)) {
            kept.withLock { $0 = Provider<API>.stub { _ in .status(200) } }
        }
        let provider = try #require(kept.withLock { $0 })

        try await expectIssues {
            _ = try await provider.request(.user(login: "octocat"))
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.hasPrefix(
                    "API.user came after the end of the test lateRequestNamesTheTestOfItsDouble()"
                )
            }
        }
    }

    @Test func doubleOfAnotherCaseFailsTheCaseThatUsesIt() async throws {
        let kept = Locked<Provider<API>?>(nil)
        try await Self.run(.network(allowing: .unusedStub)) {
            kept.withLock { $0 = Provider<API>.stub { _ in .status(200) } }
        }
        let provider = try #require(kept.withLock { $0 })

        try await expectIssue(
            "The provider of API was made in the test doubleOfAnotherCaseFailsTheCaseThatUsesIt(), but is "
                + "also used by another case of it."
        ) {
            _ = try await provider.request(.user(login: "octocat"))
        }
    }

    @Test func allowedLateRequestDoesNotFailTheTest() async throws {
        let kept = Locked<Provider<API>?>(nil)
        try await Self.run(.network(allowing: .unusedStub, .lateRequest)) {
            kept.withLock { $0 = Provider<API>.stub { _ in .status(200) } }
        }
        _ = try await #require(kept.withLock { $0 }).request(.user(login: "octocat"))
    }

    @Test func callCancelledBeforeItsStartIsNotLate() async throws {
        let gate = SampleGate()
        let call = Locked<Task<Void, Never>?>(nil)
        try await Self.run(.network(allowing: .unusedStub)) {
            let provider = Provider<API>.stub { _ in .status(200) }
            let task = Task {
                try? await gate.pass()
                _ = try? await provider.request(.user(login: "octocat"))
            }
            task.cancel()
            call.withLock { $0 = task }
        }
        gate.release()
        await call.withLock { $0 }?.value
    }

    @Test func unusedClosureFailsTheTest() async throws {
        try await expectIssue("The stub of API was never requested.") {
            _ = Provider<API>.stub { _ in .status(200) }
        }
    }

    @Test func ignoredMissingSampleFailsTheTest() async throws {
        try await expectIssue("API.user is stubbed, but its sampleData is empty.") {
            let provider = Provider<API>(stubClosure: Provider.immediatelyStub).recorded()
            _ = try? await provider.request(.user(login: "octocat"))
        }
    }

    @Test func heldResponseIsNamedWhenTheTestIsCancelled() async throws {
        let test = Task {
            try await expectIssue("API.user was running when the test was cancelled.") {
                let gate = SampleGate()
                let provider = Provider<API>.stub { _ in .status(200).held(by: gate) }
                async let arrival: Void = gate.waitForArrivals(atLeast: 1)
                async let response = try? provider.request(.user(login: "octocat"))
                await arrival
                withUnsafeCurrentTask { $0?.cancel() }
                _ = await response
            }
        }
        try await test.value
    }

    @Test func errorOfTheTestIsRethrown() async throws {
        await #expect(throws: URLError.self) {
            try await Self.run(.network) { throw URLError(.badURL) }
        }
    }

    // MARK: - Private

    /// Runs `body` as a separate test, and expects only this issue, in this file.
    private func expectIssue(
        _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await expectIssues(sourceLocation: sourceLocation) {
            try await Self.run(.network, body)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix(message) }
                && issue.sourceLocation?.fileName == "NetworkTraitTests.swift"
        }
    }

    private static func run(
        _ trait: NetworkTrait,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
}
