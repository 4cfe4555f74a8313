import Foundation
import Tern
import TernTesting

/// A day with the task service, whose server is in this process.
struct Story {
    let screen: Screen
    var log: (@Sendable (String) -> Void)?
    private let user = "ada"

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try TaskServer()
        defer { server.stop() }
        let session = Session(server: server.url, user: user)
        let client = TaskClient(session: session, log: log)
        let tasks = TaskRepository(api: client.api)

        screen.say("A day with a task service. Its server is in this program, and every request goes over a socket.")
        try await logIn(client, tasks, session)
        try await list(tasks)
        try await attach(tasks, to: try await add(tasks), in: folder, server)
        try await watch(tasks, server)
        try await expire(tasks, server)
        try await overload(client, server)
        try await goOffline(tasks, server)
    }

    // MARK: - Steps

    private func logIn(_ client: TaskClient, _ tasks: TaskRepository, _ session: Session) async throws {
        screen.heading("Log in")
        do throws(TaskFailure) {
            _ = try await tasks.logIn(user, password: "gull")
        } catch {
            screen.say(error.message)
        }
        try await client.signIn(session.with(try await tasks.logIn(user, password: TaskStore.password)))
        screen.say("With the right one, \(user) is logged in.")
    }

    private func list(_ tasks: TaskRepository) async throws {
        screen.heading("List the tasks")
        var count = (pages: 0, todos: 0)
        for try await page in tasks.pages() {
            count = (page.number, count.todos + page.value.todos.count)
            for todo in page.value.todos { screen.show(todo) }
        }
        screen.say("\(count.todos) tasks came in \(count.pages) pages.")
    }

    private func add(_ tasks: TaskRepository) async throws -> Todo {
        screen.heading("Add a task")
        let todo = try await tasks.add("Send the map to the ferry")
        screen.show(todo)
        return todo
    }

    private func attach(_ tasks: TaskRepository, to todo: Todo, in folder: URL, _ server: TaskServer) async throws {
        screen.heading("Attach a file, and download it over a connection that breaks off")
        let map = folder.appending(path: "map.bin")
        try Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }).write(to: map)
        let progress = screen.progress(of: "map.bin")
        screen.show(try await tasks.attach(map, to: todo.id, progress: progress))
        server.store.update { $0.breaksOff = true }
        let copy = try await tasks.download(attachmentOf: todo.id, to: folder, progress: progress)
        guard let file = copy.fileURL, let range = server.store.value.range,
            try Data(contentsOf: file) == Data(contentsOf: map)
        else { throw TaskFailure("The downloaded file isn't the one that was sent.") }
        screen.say("The connection broke off. The next attempt asked for \(range), the rest.")
        screen.say("\(file.lastPathComponent) has the bytes that were sent.")
    }

    private func watch(_ tasks: TaskRepository, _ server: TaskServer) async throws {
        screen.heading("Watch the changes of others, while the server restarts")
        let connections = StubState(0)
        let events = tasks.events { [screen] wait in
            connections.update { $0 += 1 }
            if connections.value == 1 { screen.say("The connection is lost. The client connects again.") }
        }
        for try await event in events {
            if let todo = event.todo { screen.show(todo, after: "\(event.kind): ") }
            switch (event.kind, connections.value) {
            case (.ready, 0): _ = server.store.update { $0.add("Buy bread", key: nil) }
            case (.added, 0):
                // No client is connected when this change happens.
                try await server.restart { _ = $0.finish(1) }
            case (.done, _): return
            default: break
            }
        }
    }

    private func expire(_ tasks: TaskRepository, _ server: TaskServer) async throws {
        screen.heading("The token expires")
        server.store.update { $0.expireToken() }
        async let first = tasks.finish(2)
        async let second = tasks.finish(3)
        for todo in try await [first, second] { screen.show(todo) }
        let refreshes = server.store.value.refreshes
        screen.say("Two calls at the same time needed a new token, and \(refreshes) was requested.")
        guard refreshes == 1 else { throw TaskFailure("The calls didn't share a refresh.") }
    }

    private func overload(_ client: TaskClient, _ server: TaskServer) async throws {
        screen.heading("The server is busy for a moment")
        server.store.update { $0.failsNext = true }
        let response = try await client.api.request(.add(title: "Have a rest"))
        screen.show(try response.decode(Todo.self))
        screen.say("It was added once, in \(response.attempts) attempts: the first one received status 503.")
    }

    private func goOffline(_ tasks: TaskRepository, _ server: TaskServer) async throws {
        screen.heading("The network is gone")
        // The last list that was shown, which is what the cache has.
        for try await _ in tasks.pages() {}
        server.stop()
        do throws(TaskFailure) {
            _ = try await tasks.finish(4)
            throw TaskFailure("The server has stopped, but it responds.")
        } catch {
            screen.say(error.text)
        }
        screen.say("The cache has the list:")
        for try await todo in tasks.pages(isStored: true).items(\.todos) { screen.show(todo) }
    }
}
