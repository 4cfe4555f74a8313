import Foundation

/// A file under a hidden unique name, which is removed when nobody uses it, unless it was moved to another name.
///
/// It is locked as long as its process lives and uses it. A file without a lock was left by a process that was ended,
/// and is removed by the next sweep; where the file system has no locks, after a day without a change.
final class TemporaryFile: Sendable {
    let file: DiskFile
    private let path: String

    /// - Returns: `nil` if the file can't be created. `errno` says why.
    init?(in folder: String) {
        for _ in 0..<10 {
            let path = "\(folder)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))"
            guard let file = DiskFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND) else { return nil }
            // A sweep may have locked and removed the file before this lock.
            guard file.lock() || errno != EWOULDBLOCK, let status = file.status, status.st_nlink > 0 else { continue }
            self.file = file
            self.path = path
            return
        }
        return nil
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

    static func removeAbandoned(_ path: String, at now: Double) {
        guard let file = DiskFile(path, O_RDWR), let status = file.status else { return }
        if file.lock() || now - status.modified > 86_400 { _ = unlink(path) }
    }

    // MARK: - Private

    private static let prefix = ".tern-"
}
