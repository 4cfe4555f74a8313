import Foundation

/// The README's first program, the examples and an app compile in a module whose code is nonisolated by default, and in
/// a module whose code is isolated to the main actor, with and without the upcoming features of new app templates.
enum IsolationModes {
    private static let modes = [
        [],
        ["-default-isolation", "MainActor"],
        [
            "-default-isolation", "MainActor",
            "-enable-upcoming-feature", "InferIsolatedConformances",
            "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ],
    ]

    private static let programs = [
        "Tests/READMEProgram", "Examples/Accounts", "Examples/GitHub", "Examples/Tasks",
    ]

    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        var failures: [String] = []
        for program in programs {
            let files = try sources(in: program)
            // The README's program has top-level code.
            let flags = files.count > 1 ? ["-parse-as-library"] : []
            for mode in modes {
                let diagnostics = try compiler.diagnostics(of: files, flags: flags + mode)
                failures += diagnostics.map { "\(program) \(mode): line \($0.line): \($0.text)" }
            }
        }
        // The test target itself is built with the upcoming features.
        let app = root.appending(path: "Tests/MainActorAppTests/App.swift")
        failures += try compiler.diagnostics(of: [app], flags: modes[1]).map {
            "App.swift: line \($0.line): \($0.text)"
        }
        return failures
    }

    private static let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private static func sources(in folder: String) throws -> [URL] {
        let url = root.appending(path: folder)
        let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        guard !files.isEmpty else { throw SwiftCompiler.Failure(description: "There is no source in \(folder).") }
        return files
    }
}
