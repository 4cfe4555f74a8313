import Foundation

/// The paths of a folder of entries, and the calls of the system that take them.
///
/// Entries lie in 256 folders by the first byte of their key, so that the variants of a key are found by reading one
/// short folder. Every folder may vanish at any time, and is made again by the next write.
struct DiskFolder: Sendable {
    let path: String
    /// Files of other users aren't read.
    private let user = geteuid()

    /// - Parameter url: A file URL. Any other makes every call a miss.
    init(_ url: URL) {
        // The system would read the path only up to a null character.
        path = url.isFileURL && !url.path.utf8.contains(0) ? url.path : "/dev/null"
    }

    func path(of name: DiskName) -> String { shard(name.key.shard) + "/" + name.file }

    /// Opens the file of an entry, if it is a regular file of this user.
    func open(_ name: DiskName) -> (file: DiskFile, status: stat)? {
        guard let file = DiskFile(path(of: name), O_RDONLY), let status = file.status, isOwn(status) else {
            return nil
        }
        return (file, status)
    }

    func isOwn(_ status: stat) -> Bool { status.st_uid == user }

    func remove(_ name: DiskName) {
        _ = unlink(path(of: name))
    }

    /// The entries that are there now and whose keys satisfy a condition, among those with the first byte of this key.
    func names(inShardOf key: DiskKey, where isWanted: (DiskKey) -> Bool) -> [DiskName] {
        var names: [DiskName] = []
        forEachFile(in: shard(key.shard)) { _, file in
            if let name = DiskName(file: file), isWanted(name.key) { names.append(name) }
        }
        return names
    }

    /// All entries with their lengths and times. Other files are left alone, but for abandoned temporaries.
    func entries(removingTemporariesAt now: Double) -> [(name: DiskName, bytes: Int, lastUse: Double)] {
        var entries: [(name: DiskName, bytes: Int, lastUse: Double)] = []
        for folder in [path] + (UInt8.min...UInt8.max).map(shard) {
            forEachFile(in: folder) { parent, file in
                let name = DiskName(file: file)
                guard name.map({ shard($0.key.shard) == folder }) ?? TemporaryFile.isName(file) else { return }
                let text = String(decoding: file, as: UTF8.self)
                var status = stat()
                guard fstatat(parent, text, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isRegular, isOwn(status) else {
                    return
                }
                if let name {
                    entries.append((name, Int(clamping: status.st_size), status.modified))
                } else if TemporaryFile.isAbandoned(status, at: now) {
                    _ = unlinkat(parent, text, 0)
                }
            }
        }
        return entries
    }

    /// A new file beside the one of this name. `nil` if it can't be created.
    func makeTemporary(for name: DiskName) -> TemporaryFile? {
        let folder = shard(name.key.shard)
        if let file = TemporaryFile(in: folder) { return file }
        makeFolder()
        _ = mkdir(folder, 0o700)
        return TemporaryFile(in: folder)
    }

    /// Makes the folder, and those above it.
    func makeFolder() {
        guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        let url = URL(fileURLWithPath: path, isDirectory: true)
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: permissions)
    }

    // MARK: - Private

    /// The path of one of the 256 folders, whose name is two hexadecimal digits.
    private func shard(_ number: UInt8) -> String { path + (number < 16 ? "/0" : "/") + String(number, radix: 16) }

    /// Calls a closure with the name of each file, and the descriptor of the folder.
    private func forEachFile(in folder: String, _ body: (Int32, UnsafeBufferPointer<UInt8>) -> Void) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            // The name is read in place, since an entry is shorter than its type where its name is short.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
            let name = UnsafeRawPointer(entry) + offset
            let count = strlen(name.assumingMemoryBound(to: CChar.self))
            body(dirfd(directory), UnsafeBufferPointer(start: name.assumingMemoryBound(to: UInt8.self), count: count))
        }
    }
}
