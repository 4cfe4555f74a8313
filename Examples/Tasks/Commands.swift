import Foundation
import Tern
import TernPlugins

/// The commands of the command line, for a server anywhere.
struct Commands {
    let options: Options
    let screen: Screen
    var log: (@Sendable (String) -> Void)?

    func logIn(password: String) async throws {
        let session = Session(server: options.server ?? TaskAPI.base, user: options.user)
        let client = TaskClient(session: session, log: log, save: SessionFile(url: options.session).save)
        let tokens = try await TaskRepository(api: client.api).logIn(options.user, password: password)
        try await client.signIn(session.with(tokens))
        screen.say("\(options.user) is logged in. Only you can read \(options.session.path).")
    }

    func list() async throws {
        let tasks = try tasks()
        do {
            for try await todo in tasks.pages().items(\.todos) { screen.show(todo) }
        } catch {
            let failure = TaskFailure(error)
            guard failure.isOffline, options.cache != nil else { throw failure }
            screen.say("\(failure.message) This is the list of the last time:")
            for try await todo in tasks.pages(isStored: true).items(\.todos) { screen.show(todo) }
        }
    }

    func add(_ title: String) async throws { screen.show(try await tasks().add(title)) }

    func finish(_ id: Int) async throws { screen.show(try await tasks().finish(id)) }

    func attach(_ file: URL, to id: Int) async throws {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw TaskFailure("The file \(file.path) can't be read.", nextStep: "Check its name.")
        }
        screen.show(try await tasks().attach(file, to: id, progress: screen.progress(of: file.lastPathComponent)))
    }

    func download(_ id: Int) async throws {
        try FileManager.default.createDirectory(at: options.folder, withIntermediateDirectories: true)
        let progress = screen.progress(of: "Task \(id)")
        let response = try await tasks().download(attachmentOf: id, to: options.folder, progress: progress)
        screen.say("Complete: \(response.fileURL?.path ?? "")")
    }

    func watch() async throws {
        let events = try tasks().events { [screen] in screen.say("Connecting again in \($0.delay).") }
        for try await event in events {
            if let todo = event.todo { screen.show(todo, after: "\(event.kind): ") }
            if event.kind == .ready { screen.say("Press Control-C to stop.") }
        }
    }

    /// Runs the server until the task is cancelled.
    func serve() async throws {
        let server = try TaskServer(port: options.port, failEvery: options.failEvery, log: log)
        defer { server.stop() }
        screen.say("Serving tasks on \(server.url), for any user with the password \(TaskStore.password):")
        for route in server.routes { screen.say("  \(route)") }
        await waitForEnd(ofInput: options.stopsAtEndOfInput)
    }

    // MARK: - Private

    private func tasks() throws -> TaskRepository {
        let file = SessionFile(url: options.session)
        guard let session = try file.load() else {
            throw TaskFailure("You aren't logged in.", nextStep: "Run `tasks login`.")
        }
        // The token belongs to the server that has made it.
        guard options.server == nil || options.server == session.server else {
            throw TaskFailure("The login in \(file.url.path) is for \(session.server).", nextStep: "Run `tasks login`.")
        }
        return TaskRepository(
            api: TaskClient(session: session, cache: options.cache, log: log, save: file.save).api
        )
    }
}
