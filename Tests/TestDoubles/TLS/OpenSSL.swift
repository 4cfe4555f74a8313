#if canImport(Glibc)
    import Foundation

    /// The `openssl` command.
    package enum OpenSSL {
        package struct Failure: Error {
            package var arguments: [String]
            package var output: String
        }

        package static let executable: URL? = {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
            return folders.map { URL(filePath: String($0)).appending(path: "openssl") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }()

        package static var isAvailable: Bool { executable != nil }

        package static func start(_ arguments: [String], in folder: URL, output: FileHandle) throws -> ChildProcess {
            guard let executable else { throw Failure(arguments: arguments, output: "There is no openssl.") }
            return try ChildProcess(executable, arguments, in: folder, output: output.fileDescriptor)
        }

        /// Runs the command to its end. Its output is written to a file, so that nothing has to be read while it runs.
        package static func run(_ arguments: String, in folder: URL) async throws {
            let log = folder.appending(path: "log-\(UUID().uuidString)")
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
            let handle = try FileHandle(forWritingTo: log)
            let words = arguments.split(separator: " ").map(String.init)
            let status = try await start(words, in: folder, output: handle).end()
            try? handle.close()
            guard status == 0 else {
                throw Failure(arguments: words, output: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
            }
        }
    }
#endif
