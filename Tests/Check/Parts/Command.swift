import Foundation
import Tern

/// Other programs of the system.
///
/// They run before the checks that open many sockets, because `Process` isn't safe on Linux while other threads
/// open many sockets.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: The standard output.
    /// - Throws: ``Failure`` if the program can't be run, or ends with another code than 0.
    @discardableResult
    static func output(of program: String, _ arguments: [String], in folder: URL? = nil) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A file, so that nothing has to be read while the program runs.
        let file = FileManager.default.temporaryDirectory.appending(path: "tern-check-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = try FileHandle(forWritingTo: file)
        let code = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        guard code == 0 else {
            throw Failure(description: "\(program) \(arguments.joined(separator: " ")) ended with code \(code).")
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
