import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// Findings of a server fail a test with the trait `.network`, even if the code under test ignores errors.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackServerTraitTests {
    struct API: TargetType {
        let path: String
        var baseURL: URL { URL(string: "https://api.example.com")! }
    }

    private static func ask(_ server: LoopbackServer, for path: String) async -> Int? {
        let url = server.url
        return try? await Provider<API>(endpointClosure: { Endpoint($0, baseURL: url) }).request(API(path: path))
            .statusCode
    }

    @Test(.network) func serverRecordsIntoTheJournalOfTheTest() async throws {
        let server = try LoopbackServer(routes: ["GET /me": .inOrder(.status(200))])
        #expect(await Self.ask(server, for: "/me") == 200)
        #expect(Journal.current?.requests.map(\.description) == ["GET /me"])
    }

    @Test(.network, arguments: 0..<20) func requestOfADisconnectedClientIsNotInFlight(number: Int) async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in
            try await gate.pass()
            return .status(200)
        }
        let call = Task { await Self.ask(server, for: "/held") }
        await gate.waitForArrivals(atLeast: 1)

        call.cancel()

        #expect(await call.value == nil)
        withExtendedLifetime(server) {}
    }

    @Test(.network, arguments: 0..<20) func requestOfADisconnectedClientIsNotInFlightWhenTheServerStops(
        number: Int
    ) async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in
            try await gate.pass()
            return .status(200)
        }
        defer { server.stop() }
        let call = Task { await Self.ask(server, for: "/held") }
        await gate.waitForArrivals(atLeast: 1)

        call.cancel()

        #expect(await call.value == nil)
    }

    @Test(.network) func stalledRequestThatTheClientCancelsIsNotInFlight() async throws {
        let server = try LoopbackServer { _ in .text("hello").failing(.stall(at: .afterHead)) }
        defer { server.stop() }
        let call = Task { await Self.ask(server, for: "/stalled") }
        try await server.waitForRequests(atLeast: 1)

        call.cancel()

        #expect(await call.value == nil)
    }

    @Test func requestThatIsHeldWhenTheServerStopsFailsTheTestAtTheServer() async throws {
        let trait: NetworkTrait = .network
        let test = try #require(Test.current)
        let line = #line + 4
        try await expectIssues {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                let gate = SampleGate()
                let server = try LoopbackServer { _ in
                    try await gate.pass()
                    return .status(200)
                }
                defer { server.stop() }
                Task { await Self.ask(server, for: "/held") }
                await gate.waitForArrivals(atLeast: 1)
            }
        } matching: { issue in
            let message = "GET /held was running when the server was stopped."
            return issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.hasPrefix(message) }
        }
    }

    @Test(.network(allowing: .inFlight)) func requestThatIsHeldWhenTheServerStopsMayBeAllowed() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in
            try await gate.pass()
            return .status(200)
        }
        defer { server.stop() }
        Task { await Self.ask(server, for: "/held") }
        await gate.waitForArrivals(atLeast: 1)
    }

    @Test(.network(allowing: .unmatchedRequest, .unusedStub)) func strictnessCanBeTakenBack() async throws {
        let server = try LoopbackServer(routes: ["GET /me": .inOrder(.status(200))])
        #expect(await Self.ask(server, for: "/you") == nil)
    }

    @Test(arguments: [
        ("/you", "The LoopbackServer has no route for `GET /you`"),
        ("/me", "The sequence at LoopbackServerTraitTests.swift"),
    ])
    func requestWithoutAResponseFailsTheTestAtTheServer(_ path: String, _ message: String) async throws {
        let trait: NetworkTrait = .network
        let test = try #require(Test.current)
        let line = #line + (path == "/me" ? 4 : 3)
        try await expectIssues {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                let server = try LoopbackServer(
                    routes: ["GET /used": .status(200), "GET /me": .inOrder(.status(200))]
                )
                for path in ["/used", "/me", path] { _ = await Self.ask(server, for: path) }
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.hasPrefix(message) }
        }
    }
}
