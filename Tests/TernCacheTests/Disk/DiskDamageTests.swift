import Foundation
import TestDoubles
import Testing

@testable import TernCache

/// Whatever happens to the bytes of a file, its entry is no entry, or the one that was stored.
@Suite(.timeLimit(.minutes(20)))
struct DiskDamageTests {
    private let folder = TemporaryFolder()
    private let sample = StoredSample(1, bytes: 300)

    /// Stores a sample, and calls a closure that gives the bytes of its file another form.
    ///
    /// - Returns: What is read then.
    private func samples(_ sample: StoredSample, of key: DiskKey, after damage: (inout Data) -> Void) async throws
        -> [StoredSample]
    {
        let entries = DiskEntries(folder)
        await entries.store(sample, key)
        let file = try #require(folder.files.first)
        var bytes = try Data(contentsOf: folder.url.appending(path: file))
        damage(&bytes)
        folder.write(bytes, to: file)
        return await entries.samples(of: key)
    }

    @Test func everyFlippedBitIsAMiss() async throws {
        let key = try #require(DiskKey.numbered(1))
        let entries = DiskEntries(folder)
        await entries.store(sample, key)
        let name = try #require(folder.files.first)
        let whole = try Data(contentsOf: folder.url.appending(path: name))
        #expect(await entries.samples(of: key) == [sample])

        for bit in 0..<8 * whole.count {
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            folder.write(bytes, to: name)
            try #require(await entries.entries(for: key).isEmpty, "bit \(bit)")
            // It is removed, since it would be read again each time.
            try #require(!folder.contains(name))
        }
    }

    @Test func fileThatWasCutOffAnywhereIsAMiss() async throws {
        let key = try #require(DiskKey.numbered(1))
        let entries = DiskEntries(folder)
        await entries.store(sample, key)
        let name = try #require(folder.files.first)
        let whole = try Data(contentsOf: folder.url.appending(path: name))

        for count in 0..<whole.count {
            folder.write(whole.prefix(count), to: name)
            try #require(await entries.entries(for: key).isEmpty, "\(count) bytes")
            // As a loss of power may leave it: the rest of the file is zeros.
            folder.write(whole.prefix(count) + Data(count: whole.count - count), to: name)
            try #require(await entries.entries(for: key).isEmpty, "\(count) bytes")
        }
    }

    @Test func prolongedAndDoubledFilesAreMisses() async throws {
        let key = try #require(DiskKey.numbered(1))
        #expect(try await samples(sample, of: key) { $0.append(0) }.isEmpty)
        #expect(try await samples(sample, of: key) { $0 += $0 }.isEmpty)
        #expect(try await samples(sample, of: key) { $0 = Data([0]) + $0 }.isEmpty)
        #expect(try await samples(sample, of: key) { _ in } == [sample])
    }

    @Test func otherVersionOfTheFormatIsAMiss() async throws {
        let key = try #require(DiskKey.numbered(1))
        for version in [0, 2, 255] as [UInt8] {
            #expect(try await samples(sample, of: key) { $0[$0.count - 1] = version }.isEmpty)
        }
    }

    @Test func fileOfAnotherEntryIsAMiss() async throws {
        let entries = DiskEntries(folder)
        let (key, other) = (try #require(DiskKey.numbered(1)), try #require(DiskKey.numbered(257)))
        await entries.store(sample, key)

        for name in [DiskName(key: other, variant: 0), DiskName(key: key, variant: 1)] {
            let path = entries.folder.path(of: DiskName(key: key, variant: 0))
            try FileManager.default.copyItem(atPath: path, toPath: entries.folder.path(of: name))
        }

        #expect(await entries.entries(for: other).isEmpty)
        #expect(await DiskEntries(folder).samples(of: key) == [sample])
    }

    /// A sparse file costs nothing to make, and its footer may name a record of any length.
    @Test func fileThatIsLongerThanAllMayBeIsNotRead() async throws {
        let key = try #require(DiskKey.numbered(1))
        let entries = DiskEntries(folder, maximumBytes: 1_000_000)
        await entries.store(StoredSample(1, bytes: 1_000), key)
        let name = try #require(folder.files.first)
        let path = folder.url.appending(path: name).path
        let footer = try Data(contentsOf: folder.url.appending(path: name)).suffix(DiskFooter.byteCount)
        try #require(truncate(path, 1 << 32) == 0)
        let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
        try file.seekToEnd()
        try file.write(contentsOf: footer)
        try file.close()

        #expect(await entries.entries(for: key).isEmpty)
        #expect(folder.files.isEmpty)
    }

    /// The first block of a large body is delivered before the last one is read.
    @Test(arguments: [0, 65_535, 65_536, 200_000, 299_999])
    func damagedBodyIsNeverDeliveredAsWhole(_ offset: Int) async throws {
        let key = try #require(DiskKey.numbered(1))
        let large = StoredSample(1, bytes: 300_000)
        let entries = DiskEntries(folder)
        await entries.store(large, key)
        let entry = try #require(await entries.entries(for: key).first)
        let name = try #require(folder.files.first)
        var bytes = try Data(contentsOf: folder.url.appending(path: name))
        bytes[offset] ^= 1
        folder.write(bytes, to: name)

        #expect(await !entry.isWhole())
        // It is removed, since it would be found again each time.
        #expect(folder.files.isEmpty)
        var read = Data()
        await #expect(throws: DiskBody.Damaged.self) {
            for try await block in entry.blocks(0..<300_000) { read += block }
        }
        #expect(read == large.body.prefix(offset / 65_536 * 65_536))
        #expect(await entry.body() == nil)
    }

    @Test func fileThatIsCutOffWhileItIsReadIsNeverDeliveredAsWhole() async throws {
        let key = try #require(DiskKey.numbered(1))
        let entries = DiskEntries(folder)
        await entries.store(StoredSample(1, bytes: 300_000), key)
        let entry = try #require(await entries.entries(for: key).first)
        var blocks = entry.blocks(0..<300_000).makeAsyncIterator()
        #expect(try await blocks.next()?.count == 65_536)

        try #require(truncate(entries.folder.path(of: entry.name), 100_000) == 0)

        await #expect(throws: DiskBody.Damaged.self) { _ = try await blocks.next() }
        #expect(await entry.body() == nil)
    }
}
