import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import tasks

/// The whole app with its server, over real sockets.
@Suite(.timeLimit(.minutes(20)))
struct TaskServerTests {
    @Test(.network(allowing: .unusedStub)) func clientLogsInAndAddsATask() async throws {
        let server = try TaskServer()
        defer { server.stop() }
        let session = Session(server: server.url, user: "ada")
        let client = TaskClient(session: session)
        let tasks = TaskRepository(api: client.api)

        try await client.signIn(session.with(try await tasks.logIn("ada", password: TaskStore.password)))
        let todo = try await tasks.add("Feed the terns")

        #expect(todo == Todo(id: 8, title: "Feed the terns"))
        #expect(Journal.current?.requests.map(\.path) == ["/sessions", "/todos"])
    }

    @Test func dayIsShownFromTheLoginToTheCache() async throws {
        let text = try await Self.day(width: nil)

        for line in [
            "7 tasks came in 3 pages.", "map 2.bin has the bytes that were sent.",
            "The connection is lost. The client connects again.\ndone: [x] 1  Print the posters\n",
            "Two calls at the same time needed a new token, and 1 was requested.",
            "It was added once, in 2 attempts: the first one received status 503.", "[ ] 10  Have a rest",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test func dayFitsANarrowTerminal() async throws {
        let lines = try await Self.day(width: 40).split(separator: "\n")
        #expect(lines.filter { $0.count > 40 } == [])
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "x", "0"])
    func changesAreSentAfterAnyLastEventID(_ id: String) async throws {
        let server = try TaskServer()
        defer { server.stop() }
        let session = Session(server: server.url, user: "ada")
        let client = TaskClient(session: session)
        let tasks = TaskRepository(api: client.api)
        try await client.signIn(session.with(try await tasks.logIn("ada", password: TaskStore.password)))
        let options = CallOptions(headers: ["Last-Event-ID": id])

        for try await event in try await client.api.values(.events, options: options) {
            #expect(event == TaskEvent(kind: .ready))
            break
        }
    }

    /// The output of the day. If another test receives the port while the server restarts, the day begins again.
    private static func day(width: Int?) async throws -> String {
        while true {
            let output = StubState("")
            do {
                try await Story(screen: Screen(width: width, write: { line in output.update { $0 += line } })).run()
                return output.value
            } catch TestKitError.Code.bindFailed {
                continue
            }
        }
    }
}
