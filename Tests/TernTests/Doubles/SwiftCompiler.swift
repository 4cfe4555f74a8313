import Foundation

/// The compiler of the toolchain, which checks sources against the `Tern` that these tests are built with.
struct SwiftCompiler {
    struct Diagnostic: Equatable, Sendable {
        let line: Int
        let isError: Bool
        let text: String
    }

    struct Crash: Error {
        let output: String
    }

    private let executable: URL
    private let products: URL

    /// `nil` where there is no `swiftc` on the path, or the products aren't where SwiftPM puts them.
    init?() {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { URL(filePath: String($0)).appending(path: "swiftc") }
        let executable = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let executable, let products = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
        let module = products.appending(path: "Modules/Tern.swiftmodule")
        guard FileManager.default.fileExists(atPath: module.path) else { return nil }
        self.executable = executable
        self.products = products
    }

    /// The errors and warnings of a source file, in Swift 6 mode.
    func diagnostics(of source: String, flags: [String] = []) async throws -> [Diagnostic] {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.url.appending(path: "Source.swift")
        try Data(source.utf8).write(to: file)
        return try await diagnostics(of: [file], flags: flags)
    }

    /// The errors and warnings of the files of a module, in Swift 6 mode.
    func diagnostics(of files: [URL], flags: [String] = []) async throws -> [Diagnostic] {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let log = folder.url.appending(path: "log")
        try Data().write(to: log)

        let process = Process()
        process.executableURL = executable
        let modules = ["CTernCurl", "CTernHooks"].map { products.appending(path: "\($0).build/module.modulemap").path }
        process.arguments =
            [
                "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm",
                "-I", products.appending(path: "Modules").path,
                "-module-cache-path", products.appending(path: "ModuleCache").path,
            ] + modules.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + flags + files.map(\.path)
        process.standardError = try FileHandle(forWritingTo: log)
        try await run(process)

        let output = try String(contentsOf: log, encoding: .utf8)
        let diagnostics = Self.diagnostics(in: output)
        // A compiler that fails before it reads the source has no place to name.
        guard process.terminationStatus == 0 || diagnostics.contains(where: \.isError) else {
            throw Crash(output: output)
        }
        return diagnostics
    }

    private func run(_ process: Process) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }

    private static func diagnostics(in output: String) -> [Diagnostic] {
        output.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /\.swift:(\d+):\d+: (error|warning): (.*)/) else { return nil }
            return Int(match.1).map { Diagnostic(line: $0, isError: match.2 == "error", text: String(match.3)) }
        }
    }
}
