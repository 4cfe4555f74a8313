import Foundation

/// The compiler of the toolchain, which checks sources against the `Tern` that this program is built with.
struct SwiftCompiler {
    struct Diagnostic: Equatable {
        let line: Int
        let isError: Bool
        let text: String
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let executable: URL
    private let products: URL

    /// - Throws: `Failure` if there is no `swiftc` on the path, or if the modules aren't where SwiftPM puts them.
    init() throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { URL(filePath: String($0)).appending(path: "swiftc") }
        guard let executable = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Failure(description: "There is no swiftc on the PATH.")
        }
        guard let products = Bundle.main.executableURL?.deletingLastPathComponent(),
            FileManager.default.fileExists(atPath: products.appending(path: "Modules/Tern.swiftmodule").path)
        else { throw Failure(description: "There is no Modules/Tern.swiftmodule beside this program.") }
        self.executable = executable
        self.products = products
    }

    /// The errors and warnings of a source file, in Swift 6 mode.
    func diagnostics(of source: String, flags: [String] = []) throws -> [Diagnostic] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(source.utf8).write(to: file)
        return try diagnostics(of: [file], flags: flags)
    }

    /// The errors and warnings of the files of a module, in Swift 6 mode.
    func diagnostics(of files: [URL], flags: [String] = []) throws -> [Diagnostic] {
        let modules = ["CTern", "CTernHooks"].map {
            products.appending(path: "\($0).build/module.modulemap").path
        }
        let (isSuccess, text) = try run(
            [
                "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm",
                "-I", products.appending(path: "Modules").path,
                "-module-cache-path", products.appending(path: "ModuleCache").path,
            ] + modules.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + flags + files.map(\.path)
        )
        let diagnostics = text.split(separator: "\n").compactMap { line -> Diagnostic? in
            guard let match = line.firstMatch(of: /\.swift:(\d+):\d+: (error|warning): (.*)/) else { return nil }
            return Int(match.1).map { Diagnostic(line: $0, isError: match.2 == "error", text: String(match.3)) }
        }
        // If the compiler fails before it reads the source, its errors have no line.
        guard isSuccess || diagnostics.contains(where: \.isError) else {
            throw Failure(description: text)
        }
        return diagnostics
    }

    /// Compiles a source to a module that other sources can import.
    ///
    /// - Throws: `Failure` if the source has an error.
    func makeModule(_ name: String, of source: String, in folder: URL) throws {
        let file = folder.appending(path: "\(name).swift")
        try Data(source.utf8).write(to: file)
        let module = folder.appending(path: "\(name).swiftmodule").path
        let (isSuccess, text) = try run(["-emit-module", "-module-name", name, "-o", module, file.path])
        if !isSuccess { throw Failure(description: text) }
    }

    // MARK: - Private

    private func run(_ arguments: [String]) throws -> (isSuccess: Bool, text: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus == 0, text)
    }
}
