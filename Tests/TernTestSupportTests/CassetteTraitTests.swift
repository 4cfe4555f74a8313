import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// Each test runs its body as that of a test with the trait, with one file after the other mode.
@Suite(.timeLimit(.minutes(20)))
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

    /// Runs a body as the runner does: the scope of the test has that of its case, whose error the runner reports.
    private func run(
        _ mode: Cassette.Mode,
        allowing kinds: Set<Journal.Finding.Kind> = [],
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let trait = CassetteTrait(mode: mode, allowing: kinds) { [folder] mode throws(TestKitError) in
            try Cassette(contentsOf: folder.file, mode: mode, journal: Journal.current, at: SourcePosition())
        }
        let test = try #require(Test.current)
        let testCase = Test.Case.current
        let failure = Locked<(any Error)?>(nil)
        try await trait.provideScope(for: test, testCase: nil) {
            do {
                try await trait.provideScope(for: test, testCase: testCase) { try await body() }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock(\.self) { throw failure }
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
            try await run(.replay, []) { _ = try? await Self.provider(server).request(.user("mona")) }
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

    /// The file of a browser has more than a test requests.
    @Test func recordingWithoutARequestMayBeAllowed() async throws {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        // An issue would fail this test.
        try await run(.replay, allowing: [.unusedStub]) { #expect(Cassette.current?.mode == .replay) }
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
            try await run(.compare, []) { _ = try await Self.provider(server).request(.user("octocat")) }
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

    /// The change of the server is the reason for the error.
    @Test func changedServerIsReportedBeforeTheErrorOfTheTest() async throws {
        struct User: Decodable { let name: String }
        let hasName = Locked(true)
        let server = try LoopbackServer(journal: nil) { _ in
            hasName.withLock(\.self) ? .json(text: #"{"name":"a"}"#) : .json(text: #"{"login":"a"}"#)
        }
        try await record(server)
        hasName.withLock { $0 = false }
        let run = self.run
        let texts = Locked<[String]>([])
        try await expectIssues {
            try await run(.compare, []) {
                let response = try await Self.provider(server).request(.user("octocat"))
                _ = try response.decode(User.self)
            }
        } matching: { issue in
            texts.withLock { $0.append("\(issue)") }
            return true
        }
        let all = texts.withLock(\.self)
        #expect(all.count == 3)
        #expect(all.first?.contains("`login` is new: a string.") == true)
        #expect(all.dropFirst().first?.contains("`name` is gone, which was a string.") == true)

        // An allowed change isn't reported.
        await #expect(throws: TernError.self) {
            try await run(.compare, [.changedServer]) {
                let response = try await Self.provider(server).request(.user("octocat"))
                _ = try response.decode(User.self)
            }
        }
    }

    @Test func testThatThrowsLeavesTheFileAsItIs() async throws {
        struct Stop: Error {}
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await run(.record) {
            for name in ["octocat", "mona"] { _ = try await Self.provider(server).request(.user(name)) }
        }
        let before = try Data(contentsOf: folder.file)

        await #expect(throws: Stop.self) {
            try await run(.record) {
                _ = try await Self.provider(server).request(.user("octocat"))
                throw Stop()
            }
        }
        #expect(try Data(contentsOf: folder.file) == before)

        // No finding says that the rest of the recording wasn't requested.
        await #expect(throws: Stop.self) {
            try await run(.replay) { throw Stop() }
        }
    }

    @Test func recordingWithoutARequestIsAnError() async throws {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        let before = try Data(contentsOf: folder.file)
        let error = await #expect(throws: TestKitError.self) { try await run(.record) {} }
        #expect(error?.code == .unwritableCassette)
        #expect(error?.message.hasPrefix("test.har has recorded no request.") == true)
        #expect(try Data(contentsOf: folder.file) == before)
    }

    @Test(arguments: [Cassette.Mode.record, .replay]) func journalOfTheTestHasItsCalls(mode: Cassette.Mode) async throws
    {
        let server = try LoopbackServer(journal: nil) { .text("Hello, \($0.path)") }
        try await record(server)
        try await run(mode) {
            _ = try await Self.provider(server).request(.user("octocat"))
            let journal = try #require(Journal.current)
            #expect(journal.calls(of: API.self).count == 1)
            #expect(String(decoding: try journal.har(), as: UTF8.self).contains("/users/octocat"))
        }
    }
}
