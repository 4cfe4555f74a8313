import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// Each test runs its body as that of a test with the trait, with one file after the other mode.
@Suite(.timeLimit(.minutes(1)))
struct CassetteTraitTests {
    enum API: RoutedTarget {
        case user(String)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var route: HTTPRoute {
            switch self {
            case .user(let name): .get("/users/\(name)")
            }
        }
    }

    /// A folder that is removed at the end.
    final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("cassettes-\(UUID().uuidString)")
        var file: URL { url.appendingPathComponent("test.har") }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private let folder = Folder()

    private func run(_ mode: Cassette.Mode, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let trait = CassetteTrait(mode: mode) { [folder] mode throws(TestKitError) in
            try Cassette(contentsOf: folder.file, mode: mode, journal: Journal.current, at: SourcePosition())
        }
        try await trait.provideScope(for: try #require(Test.current), testCase: nil) { try await body() }
    }

    /// A provider with the cassette of the test.
    private static func provider(_ server: LoopbackServer) -> Provider<API> {
        Provider<API>(endpointClosure: { Endpoint($0, baseURL: server.url) }).played()
    }

    private func record(_ server: LoopbackServer) async throws {
        try await run(.record) { _ = try await Self.provider(server).request(.user("octocat")) }
    }

    @Test func recordedTestIsReplayed() async throws {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        #expect(FileManager.default.fileExists(atPath: folder.file.path))
        let count = server.requests.count

        try await run(.replay) {
            #expect(Cassette.current?.mode == .replay)
            let response = try await Self.provider(server).request(.user("octocat"))
            #expect(try response.string() == "Hello, /users/octocat")
        }

        #expect(count == 1)
        #expect(server.requests.count == count)
        #expect(Cassette.current == nil)
    }

    @Test func requestWithoutARecordingAndRecordingWithoutARequestFailTheTest() async throws {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        let run = self.run
        let texts = Locked<[String]>([])

        try await expectIssues {
            // The code under test ignores the error.
            try await run(.replay) { _ = try? await Self.provider(server).request(.user("mona")) }
        } matching: { issue in
            texts.withLock { $0.append("\(issue)") }
            return true
        }

        let all = texts.withLock(\.self)
        #expect(all.count == 2)
        #expect(
            all.contains { $0.contains("test.har has no recording of GET \(server.url.absoluteString)/users/mona.") }
        )
        #expect(all.contains { $0.contains("(test.har, entry 1) was never requested.") })
    }

    @Test func onlyMissingRequestsAreSent() async throws {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        for mode in [Cassette.Mode.recordMissing, .replay] {
            try await run(mode) {
                for name in ["octocat", "mona"] {
                    let response = try await Self.provider(server).request(.user(name))
                    #expect(try response.string() == "Hello, /users/\(name)")
                }
            }
            #expect(server.requests.map(\.path) == ["/users/octocat", "/users/mona"])
        }
    }

    @Test func changedServerFailsTheTest() async throws {
        let hasName = Locked(true)
        let server = try LoopbackServer(journal: nil) { _ in
            hasName.withLock(\.self) ? .json(text: #"{"name":"a"}"#) : .json(text: #"{"login":"a"}"#)
        }
        try await record(server)
        try await run(.compare) { _ = try await Self.provider(server).request(.user("octocat")) }

        hasName.withLock { $0 = false }
        let before = try Data(contentsOf: folder.file)
        let run = self.run
        let texts = Locked<[String]>([])
        try await expectIssues {
            try await run(.compare) { _ = try await Self.provider(server).request(.user("octocat")) }
        } matching: { issue in
            texts.withLock { $0.append("\(issue)") }
            return true
        }

        let line = "GET \(server.url.absoluteString)/users/octocat (entry 1)"
        for change in ["`login` is new: a string.", "`name` is gone, which was a string."] {
            #expect(texts.withLock(\.self).contains { $0.contains("\(line): \(change)") })
        }
        #expect(try Data(contentsOf: folder.file) == before)
    }

    @Test func testThatThrowsWritesNothing() async throws {
        struct Stop: Error {}
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        await #expect(throws: Stop.self) {
            try await run(.record) {
                _ = try await Self.provider(server).request(.user("octocat"))
                throw Stop()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file.path))
    }
}
