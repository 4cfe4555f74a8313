import Foundation

/// The `openssl` command.
enum OpenSSL {
    struct Failure: Error {
        var arguments: [String]
        var output: String
    }

    static let executable: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { URL(filePath: String($0)).appending(path: "openssl") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    static var isAvailable: Bool { executable != nil }

    /// A process that isn't started yet. It reads nothing.
    static func process(_ arguments: [String], in folder: URL) throws -> Process {
        guard let executable else { throw Failure(arguments: arguments, output: "There is no openssl.") }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs to the end. What it prints goes to a file of its own, so that nothing has to be read meanwhile.
    static func run(_ arguments: String, in folder: URL) async throws {
        let log = folder.appending(path: "log-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let handle = try FileHandle(forWritingTo: log)
        let words = arguments.split(separator: " ").map(String.init)
        let process = try process(words, in: folder)
        process.standardOutput = handle
        process.standardError = handle
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try? handle.close()
        guard status == 0 else {
            throw Failure(arguments: words, output: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
        }
    }
}
