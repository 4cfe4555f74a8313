import Foundation

/// Checks Tern on this system, and writes a report: `swift run tern-check`.
@main
struct CheckProgram {
    static func main() async {
        // The tasks of the checks run outside of the main actor, whose queue must be free for the checks that use it.
        exit(await Task.detached { await run(Array(CommandLine.arguments.dropFirst())) }.value)
    }

    private static func run(_ arguments: [String]) async -> Int32 {
        do throws(Options.Failure) {
            let options = try Options(arguments)
            if options.isHelpWanted {
                print(Options.usage)
                return 0
            }
            return try await check(options)
        } catch {
            FileHandle.standardError.write(Data("\(error.text)\n\n\(Options.usage)\n".utf8))
            return 64
        }
    }

    private static func check(_ options: Options) async throws(Options.Failure) -> Int32 {
        let parts = options.selection(of: [
            .tls, .compression, .apple, .conformance, .fidelity, .virtualTime,
        ])
        guard !parts.isEmpty else {
            throw .init(text: "No part and no check has \"\(options.only ?? "")\" in its name.")
        }
        let report = Report(path: options.report, facts: await SystemFacts.current(), only: options.only)
        guard report.write(CheckState(parts)) else {
            throw .init(text: "The report can't be written to \(options.report).")
        }
        return await CheckRun(parts, Display(Terminal.current), report).run()
    }
}
