import Foundation
import Tern
import TernTesting
import Testing

/// Segments that may be credentials don't appear in findings.
@Suite(.timeLimit(.minutes(20)))
struct FindingSecretsTests {
    private let journal = Journal()

    @Test func findingAboutARunningRequestHidesASecretSegment() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: journal) { _ in .status(204).held(by: gate) }
        let client = try RawClient(port: server.port)
        try await client.send("GET /reset/token/a8F3 HTTP/1.1\r\nHost: x\r\n\r\n")
        await gate.waitForArrivals(atLeast: 1)

        let message = try #require(journal.findings().first?.message)

        #expect(message.hasPrefix("GET /reset/token/<redacted> is still running"), "\(message)")
        gate.release()
    }

    @Test(arguments: ["a8F3", "b9G4"])
    func differenceFromARouteHidesASecretSegment(_ secret: String) async throws {
        let stub = StubSession(routes: ["GET /reset/token/a8F3/new": .status(204)], journal: journal)
        let url = try #require(URL(string: "https://shop.example.com/reset/token/\(secret)"))
        _ = try? await stub.session.data(from: url)

        let message = try #require(journal.findings(ignoring: [.unusedStub]).first?.message)

        #expect(!message.contains("a8F3") && !message.contains("b9G4"), "\(message)")
        #expect(message.contains("path: /reset/token/<redacted>/new expected, /reset/token/<redacted> sent"))
    }
}
