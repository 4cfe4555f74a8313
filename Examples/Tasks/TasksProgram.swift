import Foundation
import Tern

@main
struct TasksProgram {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            try await interruptible { try await run(options) }
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch {
            let failure = (error as? TaskFailure) ?? (error as? TernError).map(TaskFailure.init)
            let isInterrupted = error is CancellationError || failure == .interrupted
            fail(
                isInterrupted ? TaskFailure.interrupted.text : failure?.text ?? "\(error)",
                code: isInterrupted ? 130 : 1
            )
        }
    }

    private static func run(_ options: Options) async throws {
        let screen = Screen.standard()
        let log: (@Sendable (String) -> Void)? = options.isVerbose ? { @Sendable in report($0) } : nil
        let commands = Commands(options: options, screen: screen, log: log)
        switch options.command {
        case .story: try await Story(screen: screen, log: log).run()
        case .help: screen.write(Options.usage + "\n")
        case .login: try await commands.logIn(password: password())
        case .list: try await commands.list()
        case .add(let title): try await commands.add(title)
        case .done(let id): try await commands.finish(id)
        case .attach(let id, let file): try await commands.attach(file, to: id)
        case .download(let id): try await commands.download(id)
        case .watch: try await commands.watch()
        case .serve: try await commands.serve()
        }
    }

    /// A password isn't an argument, since other users of the computer can see those.
    private static func password() -> String {
        if let password = ProcessInfo.processInfo.environment["TASKS_PASSWORD"] { return password }
        guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
        return getpass("Password: ").map { String(cString: $0) } ?? ""
    }

    private static func fail(_ message: String, code: Int32) {
        Screen.standard().endProgress()
        report(message)
        exit(code)
    }

    private nonisolated static func report(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
