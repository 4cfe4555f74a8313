import Foundation
import Tern
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sample responses that a server can't send, and those that only a server can send.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackSampleResponseTests {
    private static let onlyOnTheWire: [(SampleResponse, String)] = [
        (.verbatim(Data("HTP?".utf8)), "verbatim"),
        (.status(200).reason("Fine"), "reason"),
        (.status(200).closingConnection(), "closingConnection"),
        (.status(204).stalling(), "stalling"),
        (.text("hello").resetting(), "resetting"),
        (.text("hello").failing(.close(at: .afterHead)), "failing(close(at: afterHead))"),
        (.text("hello").chunked(trailers: ["X-T": "1"]), "chunked"),
        (.text("hello").preceded(by: 103), "preceded"),
        (.status(200).writing { _ in }.stalling(), "writing, stalling"),
        (.inOrder(.status(200), .status(201)).stalling(), "stalling"),
    ]

    private let journal = Journal()

    @Test(arguments: onlyOnTheWire)
    func providerRejectsAResponseThatOnlyAServerCanSend(_ response: SampleResponse, _ name: String) async throws {
        let shop = Provider<Shop>.stub(journal: journal) { _ in response }

        let error = await #expect(throws: TernError.self) { try await shop.request(.coffees) }

        #expect(error?.code == .missingSample)
        #expect(error?.reason == "The sample response can only be sent by a LoopbackServer: \(name).")
        #expect(journal.findings(ignoring: [.unusedStub]).map(\.kind) == [.misuse])
    }

    @Test(arguments: onlyOnTheWire)
    func sessionRejectsAResponseThatOnlyAServerCanSend(_ response: SampleResponse, _ name: String) async throws {
        let stub = StubSession(journal: journal) { _ in response }

        let error = await #expect(throws: (any Error).self) {
            try await stub.session.data(from: try #require(URL(string: "https://shop.example.com/coffees")))
        }

        #expect(error.map { "\($0)" }?.contains("can only be sent by a LoopbackServer: \(name).") == true)
    }

    @Test(
        arguments: [
            (.status(200).reason("a\r\nX: y"), "The reason phrase contains CR, LF or NUL."),
            (
                .status(200).chunked(trailers: ["X": "a\r\nY: b"]),
                "The value of X contains CR, LF or NUL."
            ),
            (.status(200).preceded(by: 103, headers: ["": "a"]), "The name of a field is empty."),
            (.status(200).preceded(by: 404), "Status 404 is not the status of an informational response."),
        ] as [(SampleResponse, String)]
    )
    func settingThatCannotBeSentIsA501AndAFinding(_ response: SampleResponse, _ reason: String) async throws {
        let server = try LoopbackServer(journal: journal) { _ in response }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.0\r\n\r\n")

        let text = try await client.receiveToEnd()

        #expect(text.hasPrefix("HTTP/1.1 501 "))
        #expect(text.contains(reason))
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings()[0].message.hasPrefix(reason))
        #expect(journal.events.map(\.description) == ["began ", "sent GET /", "responded 501", "ended 501"])
    }

    @Test func valueWithoutJSONIsA501AndAFinding() async throws {
        let server = try LoopbackServer(routes: ["GET /": .json(["ratio": Double.nan])], journal: journal)
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.0\r\n\r\n")

        let text = try await client.receiveToEnd()

        #expect(text.hasPrefix("HTTP/1.1 501 "))
        #expect(text.contains("ratio"))
        #expect(journal.findings().map(\.kind) == [.misuse])
    }

    @Test func missingFileIsA501AndAFinding() async throws {
        let server = try LoopbackServer(
            routes: ["GET /": .file(URL(fileURLWithPath: "/nowhere/sample.json"))],
            journal: journal
        )
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.0\r\n\r\n")

        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 501 "))
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings().first?.message.contains("/nowhere/sample.json") == true)
    }

    @Test func chunksAndAnInterruptionAreSentByTheServer() async throws {
        let server = try LoopbackServer(
            routes: [
                "GET /chunks": .chunked([Data("ab".utf8), Data("cd".utf8)]),
                "GET /lost": .text("hello").breakingOff(after: 2),
                "GET /refused": .networkError(URLError(.networkConnectionLost)),
            ],
            options: .undated
        )
        func bytes(_ path: String) async throws -> String {
            let client = try RawClient(port: server.port)
            try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return try await client.receiveToEnd()
        }

        #expect(try await bytes("/chunks").hasSuffix("Content-Length: 4\r\nConnection: close\r\n\r\nabcd"))
        #expect(try await bytes("/lost").hasSuffix("Content-Length: 5\r\nConnection: close\r\n\r\nhe"))
        #expect(try await bytes("/refused").isEmpty)
    }
}
