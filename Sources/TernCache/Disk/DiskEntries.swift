import Foundation

/// Entries on a disk: each a record and a body under a key of 32 bytes and a variant. It knows nothing of HTTP.
///
/// Several processes may use one folder. What is true is in the files: a lookup reads them, so that it sees what others
/// wrote and removed, and an entry that is damaged, unfinished or gone is no entry. No call fails, whatever the disk does.
///
/// Each entry is one file with mode 0600, written under a hidden name and renamed when whole, without `fsync`: after a
/// loss of power its checksums tell whether it is whole. See ``DiskFooter``.
final class DiskEntries: Sendable {
    struct Statistics: Equatable, Sendable {
        var count: Int
        var bytes: Int
        /// Whether the entries that were there at the beginning are counted.
        var isComplete: Bool
    }

    /// A key has this number of entries. A lookup reads all of them.
    static let maximumVariants = 32

    let folder: DiskFolder
    let maximumBytes: Int
    let maximumEntryBytes: Int
    let clock: @Sendable () -> Double
    let index = Guarded(DiskIndex())
    /// What isn't stored yet. Each has a file, and up to 64 KiB in memory.
    private let open: Guarded<OpenBodies>
    private static let maximumOpenBodies = 128
    /// Where large bodies are read, and blocks are written.
    let transfers = DispatchQueue(label: "TernCache.transfers", attributes: .concurrent)
    /// Where names appear and vanish, one after the other.
    let changes = DispatchQueue(label: "TernCache.changes")
    /// Where the folder is read.
    let sweeps: DispatchQueue

    /// - Parameters:
    ///   - folder: Made by the first write, with mode 0700. Other files in it are left alone.
    ///   - maximumBytes: What the files may have together. When they have more, the least recently used are removed.
    ///   - maximumEntryBytes: What one body and its record may have.
    ///   - clock: The time in seconds since 1970, by which entries are used.
    init(
        folder: URL,
        maximumBytes: Int,
        maximumEntryBytes: Int,
        clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
        sweeps: DispatchQueue = DispatchQueue(label: "TernCache.sweeps", qos: .utility)
    ) {
        self.folder = DiskFolder(folder)
        self.maximumBytes = maximumBytes
        self.maximumEntryBytes = min(maximumEntryBytes, maximumBytes)
        self.clock = clock
        open = Guarded(OpenBodies(maximumBytes: maximumBytes / 2, maximumCount: Self.maximumOpenBodies))
        self.sweeps = sweeps
        sweep()
    }

    var statistics: Statistics {
        index.withLock { Statistics(count: $0.count, bytes: $0.bytes, isComplete: $0.isComplete) }
    }

    /// The variants of a key.
    ///
    /// It reads up to 136 KiB of each file where it runs, which is never the main thread: a hop to a queue would cost as
    /// much as the reading.
    @concurrent func entries(for key: DiskKey) async -> [DiskEntry] {
        let known = index.withLock { $0.isComplete ? $0.names(of: key) : [] }
        let found = known.compactMap(entry)
        // Another process may have written one.
        return found.isEmpty ? folder.names(inShardOf: key) { $0 == key }.compactMap(entry) : found
    }

    /// Writes an entry, which replaces the one of the same name.
    func writer(_ key: DiskKey, variant: UInt64) -> DiskWriter {
        DiskWriter(DiskName(key: key, variant: variant), for: self)
    }

    /// Removes an entry, unless it has been replaced.
    func remove(_ entry: DiskEntry) async {
        await changes.run { [self] in if isCurrent(entry) { discard(entry.name) } }
    }

    /// Removes the variants of all keys whose first 16 bytes are those of this key.
    func removeAll(startingAs key: DiskKey) async {
        await changes.run { [self] in folder.names(inShardOf: key) { $0.startsAs(key) }.forEach(discard) }
    }

    /// Removes the entries whose record satisfies a condition, and those whose record can't be read.
    func removeAll(where isRemoved: @escaping @Sendable (_ record: Data) -> Bool = { _ in true }) async {
        await changes.run { [self] in
            for (name, _, _) in folder.entries(removingTemporariesAt: clock()) {
                guard let entry = try? DiskEntry(name, in: self), !isRemoved(entry.record) else {
                    discard(name)
                    continue
                }
            }
        }
    }

    // MARK: - Bodies that are being stored

    /// The bytes of the bodies that are being stored.
    var openBytes: Int { open.withLock(\.bytes) }

    /// - Parameter giveUp: Removes the file of the body.
    func begin(giveUp: @escaping @Sendable () -> Void) -> UInt64 {
        let (number, surplus) = open.withLock { open in
            let number = open.begin(giveUp: giveUp)
            return (number, open.endSurplus())
        }
        for giveUp in surplus { giveUp() }
        return number
    }

    func add(_ bytes: Int, to body: UInt64) {
        let (surplus, openBytes) = open.withLock { open in
            open.add(bytes, to: body)
            return (open.endSurplus(), open.bytes)
        }
        for giveUp in surplus { giveUp() }
        if index.withLock({ $0.bytes }) > maximumBytes - openBytes { sweep() }
    }

    func end(_ body: UInt64) {
        open.withLock { $0.end(body) }
    }

    // MARK: - For a writer

    /// Appends a block to a file, which is created if there is none. `nil` if that fails.
    func write(_ block: Data, to file: TemporaryFile?, for name: DiskName) async -> TemporaryFile? {
        await transfers.run { [self] in append(block, to: file, for: name) }
    }

    func remove(_ name: DiskName, replacing old: DiskEntry?, if isAllowed: @escaping @Sendable () -> Bool) async {
        await changes.run { [self] in if isAllowed(), old.map(isCurrent) ?? true { discard(name) } }
    }

    /// Appends the last bytes, and renames the file. If it isn't allowed any more then, the entry is removed.
    func commit(
        _ name: DiskName,
        _ end: Data,
        bytes: Int,
        to file: TemporaryFile?,
        replacing old: DiskEntry?,
        if isAllowed: @escaping @Sendable () -> Bool
    ) async -> Bool {
        await changes.run { [self] in
            guard isAllowed(), old.map(isCurrent) ?? true else { return false }
            guard let file = append(end, to: file, for: name), file.move(to: folder.path(of: name)) else {
                discard(name)
                return false
            }
            let now = clock()
            let openBytes = openBytes
            let (needsSweep, surplus) = index.withLock { index in
                index.insert(name, bytes: bytes, lastUse: now)
                let needsSweep = index.bytes > maximumBytes - openBytes || index.bytesSinceSweep > maximumBytes / 8
                return (needsSweep, index.surplus(of: name.key, over: Self.maximumVariants))
            }
            if let surplus { discard(surplus) }
            if needsSweep { sweep() }
            // A removal by another process that began before the rename may not have found the entry.
            guard isAllowed() else {
                discard(name)
                return false
            }
            return true
        }
    }

    /// Whether the file of an entry is still the one that was read.
    func isCurrent(_ entry: DiskEntry) -> Bool {
        (try? DiskEntry(entry.name, in: self))?.checksum == entry.checksum
    }

    // MARK: - Private

    private func append(_ bytes: Data, to file: TemporaryFile?, for name: DiskName) -> TemporaryFile? {
        guard let file = file ?? folder.makeTemporary(for: name), file.file.write(bytes) else {
            return nil
        }
        return file
    }

    /// Opens an entry for a lookup. One that is broken is removed.
    private func entry(_ name: DiskName) -> DiskEntry? {
        do throws(DiskEntry.Fault) {
            let now = clock()
            let entry = try DiskEntry(name, in: self, usedAt: now)
            index.withLock { $0.use(name, bytes: entry.footer.fileBytes, at: now) }
            return entry
        } catch {
            if error == .broken { folder.remove(name) }
            index.withLock { $0.remove(name) }
            return nil
        }
    }

    func discard(_ name: DiskName) {
        folder.remove(name)
        index.withLock { $0.remove(name) }
    }
}
