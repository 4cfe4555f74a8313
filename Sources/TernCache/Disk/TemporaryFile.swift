import Foundation

/// A file under a hidden unique name. The file is removed when the last reference is released, unless it was moved to
/// another name.
///
/// One that wasn't written for ten minutes was left by a process that was ended, and is removed by the next sweep. A
/// lock would say it sooner, but iOS ends suspended apps that hold one in the folder of an app group.
final class TemporaryFile: Sendable {
    let file: DiskFile
    private let path: String

    /// - Returns: `nil` if the file can't be created.
    init?(in folder: String) {
        let path = "\(folder)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))"
        guard let file = DiskFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND) else { return nil }
        self.file = file
        self.path = path
    }

    deinit {
        // Does nothing after a move, since the name is never used again.
        _ = unlink(path)
    }

    /// Atomically replaces the file at a path.
    func move(to target: String) -> Bool { rename(path, target) == 0 }

    /// Gives the file a second name, unless that name exists.
    func link(as name: String) -> Bool { Foundation.link(path, name) == 0 }

    static func isName(_ file: some Collection<UInt8>) -> Bool { file.starts(with: prefix.utf8) }

    /// Whether the process that wrote a temporary file has ended, judged by the time of the last write.
    static func isAbandoned(_ status: stat, at now: Double) -> Bool { now - status.modified > 600 }

    // MARK: - Private

    private static let prefix = ".tern-"
}
