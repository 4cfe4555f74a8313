import Foundation

/// Writes one entry piece by piece. Until it is committed, no reader sees it; when it is released before, nothing of
/// it is left.
///
/// Up to 64 KiB stay in memory. The file is created when there are more, or at the commit.
struct DiskWriter: Sendable {
    private let entries: DiskEntries
    private let name: DiskName
    /// The bytes that aren't written yet.
    private var block = Data()
    private var bodyBytes = 0
    private var checksums: [UInt64] = []
    private var file: TemporaryFile?
    /// Whether the entry is too long, or can't be written.
    private(set) var hasFailed = false

    init(_ name: DiskName, for entries: DiskEntries) {
        self.name = name
        self.entries = entries
    }

    /// Adds a piece to the body. Does nothing after a failure.
    mutating func append(_ piece: Data) async {
        guard !hasFailed, piece.count <= entries.maximumEntryBytes - bodyBytes - block.count else { return fail() }
        var rest = piece[...]
        while !rest.isEmpty, !hasFailed {
            let part = rest.prefix(DiskFooter.blockBytes - block.count)
            block.append(part)
            rest = rest.dropFirst(part.count)
            if block.count == DiskFooter.blockBytes { await writeBlock() }
        }
    }

    /// Stores the entry. It replaces the one of the same name, or removes that if it can't be stored: an old entry in
    /// place of a new one would be wrong.
    ///
    /// - Parameters:
    ///   - old: The entry of the same name that is to be replaced. Nothing is stored if that has been replaced or removed.
    ///   - isAllowed: Asked immediately before and after, on another thread. A removal that is called afterwards finds
    ///     the entry.
    /// - Returns: Whether it is stored.
    @discardableResult
    mutating func commit(
        record: Data,
        replacing old: DiskEntry? = nil,
        if isAllowed: @escaping @Sendable () -> Bool = { true }
    ) async -> Bool {
        defer { fail() }
        guard !hasFailed, record.count <= entries.maximumEntryBytes - bodyBytes - block.count else {
            await entries.remove(name, replacing: old, if: isAllowed)
            return false
        }
        if !block.isEmpty { checksums.append(block.withUnsafeBytes(XXHash64.hash)) }
        let whole = bodyBytes + block.count
        let tail = DiskFooter.tail(name: name, bodyBytes: whole, checksums: checksums, record: record)
        return await entries.commit(
            name,
            block + tail,
            bytes: whole + tail.count,
            to: file,
            replacing: old,
            if: isAllowed
        )
    }

    /// Removes what is written. The commit of an entry that has failed removes the one of the same name.
    mutating func fail() {
        hasFailed = true
        file = nil
        block = Data()
    }

    // MARK: - Private

    private mutating func writeBlock() async {
        file = await entries.write(block, to: file, for: name)
        guard file != nil else { return fail() }
        checksums.append(block.withUnsafeBytes(XXHash64.hash))
        bodyBytes += block.count
        block.removeAll(keepingCapacity: true)
    }
}
