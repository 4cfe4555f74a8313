import Foundation

/// Thirty-two random bytes, the same for all processes that use a folder. They are the key for digests of credentials:
/// without access to the folder, a guessed credential can't be compared with a digest.
struct PartitionKey: Sendable {
    static let byteCount = 32

    let bytes: Data

    /// Reads the key of a folder, or creates it. Where neither works, or there is no folder, the key lasts as long as
    /// this value.
    init(in folder: DiskFolder?) {
        let own = Data((0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max) })
        guard let folder else {
            bytes = own
            return
        }
        if let stored = Self.read(folder) {
            bytes = stored
            return
        }
        folder.makeFolder()
        let file = TemporaryFile(in: folder.path)
        guard let file, file.file.write(own) else {
            bytes = own
            return
        }
        // A link never replaces the key of another process. What is no key, or can't be linked, is replaced.
        if !file.link(as: Self.path(folder)), Self.read(folder) == nil { _ = file.move(to: Self.path(folder)) }
        bytes = Self.read(folder) ?? own
    }

    // MARK: - Private

    private static func path(_ folder: DiskFolder) -> String { folder.path + "/partition-key" }

    private static func read(_ folder: DiskFolder) -> Data? {
        guard let file = DiskFile(path(folder), O_RDONLY), let status = file.status, folder.isOwn(status),
            status.st_size == byteCount, let bytes = file.read(0..<byteCount),
            // What a loss of power may leave is no key.
            bytes.contains(where: { $0 != 0 })
        else { return nil }
        return bytes
    }
}
