import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import tasks

/// The repository with a stubbed provider: responses by case, and no network.
@Suite(.network, .timeLimit(.minutes(20)))
struct TaskRepositoryTests {
    private static let posters = Todo(id: 1, title: "Print the posters")
    private static let rings = Todo(id: 4, title: "Order rings")

    @Test func listHasTheTasksOfAllPages() async throws {
        let api = Provider<TaskAPI>.stub(
            .on(.todos(), .json(TodoPage(todos: [Self.posters], next: "1"))),
            .on(.todos(after: "1"), .json(TodoPage(todos: [Self.rings], next: nil)))
        )

        var todos: [Todo] = []
        for try await todo in TaskRepository(api: api).pages().items(\.todos) { todos.append(todo) }

        #expect(todos == [Self.posters, Self.rings])
        #expect(Journal.current?.calls(of: TaskAPI.self).map(\.target) == [.todos(after: nil), .todos(after: "1")])
    }

    @Test func fileIsAttachedAsAForm() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
        try Data("map".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let api = Provider<TaskAPI>.stub(.on(.attach(file, to: 1), .json(Self.posters)))

        _ = try await TaskRepository(api: api).attach(file, to: 1)

        let part = try #require(try Journal.current?.requests.first?.multipart().first)
        #expect(part.filename == file.lastPathComponent)
        #expect(part.text == "map")
    }

    @Test func changesContinueAfterTheLastOne() async throws {
        let changes = [TaskEvent(kind: .ready), TaskEvent(kind: .done, todo: Self.posters)]
        let events = try changes.enumerated().map { number, change in
            let data = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
            return ServerSentEvent(data: data, id: "\(number)")
        }
        let api = Provider<TaskAPI>.stub(
            .on(case: .events, .inOrder(.events([events[0]]), .events([events[1]]), .status(204))),
            clock: ImmediateClock()
        )

        var received: [TaskEvent] = []
        for try await change in TaskRepository(api: api).events() { received.append(change) }

        #expect(received == changes)
        #expect(Journal.current?.requests.map { $0.headers["Last-Event-ID"] } == [nil, "0", "1"])
    }

    @Test(arguments: [
        (SampleResponse.status(401), "The server doesn't accept the login. Run `tasks login`."),
        (.status(404), "There is no such task. Run `tasks list` to see the numbers."),
        (.json(["title": "Too long."], status: 422), "Too long."),
        (.text("[]"), "The data from the server could not be read."),
        (
            .networkError(URLError(.cannotConnectToHost)),
            "The server does not accept connections at the moment. Try again when the server can be reached."
        ),
    ])
    func failureHasASentenceAndTheNextStep(_ response: SampleResponse, _ text: String) async throws {
        let api = Provider<TaskAPI>.stub(.on(.finish(1), .sample(response)))

        let failure = try #require(
            await #expect(throws: TaskFailure.self) { try await TaskRepository(api: api).finish(1) }
        )

        #expect(failure.text.hasPrefix(text), "\(failure.text)")
    }
}
