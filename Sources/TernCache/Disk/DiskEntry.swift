import Foundation

/// A stored entry, as its file was when it was opened: later writes and removals don't change it.
///
/// Its record is verified. Its body is verified in blocks of 64 KiB before each is handed out.
final class DiskEntry: Sendable {
    /// What is wrong with a file.
    enum Fault: Error {
        /// It isn't there, or can't be read.
        case missing
        /// It is damaged, unfinished or of another version.
        case broken
    }

    let name: DiskName
    let record: Data
    /// Differs between entries whose records or bodies differ.
    let checksum: UInt64
    let footer: DiskFooter
    private let entries: DiskEntries
    private let checksums: [UInt64]
    private let content: Content

    private enum Content: Sendable {
        /// The whole body, verified.
        case body(Data)
        /// The open file, whose body is still to be read.
        case file(DiskFile)
    }

    /// The bytes of the body.
    var bodyBytes: Int { footer.bodyBytes }

    /// Reads and verifies all of a small file, and the record of a large one.
    ///
    /// - Parameter now: The time of the use, in seconds since 1970. It becomes the time of the file, at most once a
    ///   minute.
    init(_ name: DiskName, in entries: DiskEntries, usedAt now: Double? = nil) throws(Fault) {
        guard let (file, status) = entries.folder.open(name) else { throw .missing }
        guard let fileBytes = Int(exactly: status.st_size), fileBytes >= DiskFooter.byteCount,
            fileBytes <= max(entries.maximumBytes, DiskFooter.byteCount)
        else { throw .broken }
        var end = fileBytes <= Self.smallFileBytes ? fileBytes : Self.endBytes
        guard var bytes = file.read(fileBytes - end..<fileBytes) else { throw .missing }
        guard let footer = bytes.withUnsafeBytes({ DiskFooter($0, fileBytes: fileBytes) }), footer.name == name else {
            throw .broken
        }
        if footer.tailBytes > end {
            end = footer.tailBytes
            guard let tail = file.read(fileBytes - end..<fileBytes) else { throw .missing }
            bytes = tail
        }
        let tail = bytes.suffix(footer.tailBytes)
        guard let contents = tail.withUnsafeBytes({ footer.contents(of: $0) }) else { throw .broken }
        self.name = name
        self.entries = entries
        self.footer = footer
        (record, checksums, checksum) = contents
        if let now, now - status.modified > 60 { file.touch(at: now) }
        guard footer.fileBytes == bytes.count else {
            content = .file(file)
            return
        }
        let body = bytes.prefix(footer.bodyBytes)
        let isWhole = body.withUnsafeBytes { Self.isValid($0, contents.checksums) }
        guard isWhole else { throw .broken }
        content = .body(body)
    }

    var blockCount: Int { footer.blockCount }

    /// The whole body. `nil` if it is damaged or can't be read. It is removed then.
    func body() async -> Data? {
        switch content {
        case .body(let body): return body
        case .file(let file):
            return await removingIfDamaged { [self] in
                guard let body = file.read(0..<bodyBytes) else { return nil }
                return body.withUnsafeBytes { Self.isValid($0, checksums) } ? body : nil
            }
        }
    }

    /// Whether no part of the body is damaged. The entry is removed otherwise.
    func isWhole() async -> Bool {
        for index in 0..<blockCount where await block(index) == nil { return false }
        return true
    }

    /// One block of 64 KiB of the body, the last of which may be shorter. `nil` if it is damaged or can't be read. The
    /// entry is removed then.
    ///
    /// - Parameter index: Less than ``blockCount``.
    func block(_ index: Int) async -> Data? {
        let start = index * DiskFooter.blockBytes
        let range = start..<min(bodyBytes, start + DiskFooter.blockBytes)
        switch content {
        case .body(let body): return Data(body[range])
        case .file(let file):
            return await removingIfDamaged { [self] in
                guard let block = file.read(range) else { return nil }
                return block.withUnsafeBytes(XXHash64.hash) == checksums[index] ? block : nil
            }
        }
    }

    /// A body of this length is read at once.
    static let smallBodyBytes = 2 * DiskFooter.blockBytes

    // MARK: - Private

    /// A file of this length is read at once: two blocks, and what a record usually takes.
    private static let smallFileBytes = smallBodyBytes + endBytes
    /// What is read first of a larger file.
    private static let endBytes = 8192

    private func removingIfDamaged(_ read: @escaping @Sendable () -> Data?) async -> Data? {
        let data = await entries.transfers.run(read)
        // Otherwise each call would find it, and fail.
        if data == nil { await entries.remove(self) }
        return data
    }

    private static func isValid(_ body: UnsafeRawBufferPointer, _ checksums: [UInt64]) -> Bool {
        checksums.enumerated().allSatisfy { index, checksum in
            let block = body.dropFirst(index * DiskFooter.blockBytes).prefix(DiskFooter.blockBytes)
            return XXHash64.hash(UnsafeRawBufferPointer(rebasing: block)) == checksum
        }
    }
}
