import Foundation
import TestDoubles
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct DiskEntriesTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [0, 1, 20_000, 65_535, 65_536, 65_537, 131_072, 140_000, 1_000_000])
    func storedEntryIsReadByAnotherInstance(_ bytes: Int) async throws {
        let key = try #require(DiskKey.numbered(1))
        let sample = StoredSample(7, bytes: bytes)

        #expect(await DiskEntries(folder).store(sample, key))

        let entry = try #require(await DiskEntries(folder).entries(for: key).first)
        #expect(entry.record == sample.record)
        #expect(entry.bodyBytes == bytes)
        #expect(await entry.body() == sample.body)
        var blocks: [Data] = []
        for try await block in entry.blocks(0..<bytes) { blocks.append(block) }
        #expect(blocks.reduce(Data(), +) == sample.body)
        #expect(blocks.dropLast().allSatisfy { $0.count == 65_536 && $0.startIndex == 0 })
    }

    @Test func variantsOfOneKeyAreStoredBesideEachOther() async throws {
        let entries = DiskEntries(folder)
        let (key, other) = (try #require(DiskKey.numbered(1)), try #require(DiskKey.numbered(257)))
        let samples = (0..<3).map { StoredSample($0, bytes: 100) }

        for (variant, sample) in samples.enumerated() { await entries.store(sample, key, variant: UInt64(variant)) }
        await entries.store(StoredSample(9, bytes: 9), other)
        await entries.store(StoredSample(3, bytes: 300), key, variant: 1)

        #expect(await entries.samples(of: key) == [samples[0], samples[2], StoredSample(3, bytes: 300)])
        #expect(await DiskEntries(folder).samples(of: key).count == 3)
        await entries.finishSweep()
        #expect(await entries.samples(of: key).count == 3)
        #expect(entries.statistics.count == 4)
    }

    @Test func openEntryKeepsItsBodyWhenItIsReplacedAndRemoved() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        let sample = StoredSample(1, bytes: 500_000)
        await entries.store(sample, key)
        let entry = try #require(await entries.entries(for: key).first)

        await entries.store(StoredSample(2, bytes: 500_000), key)
        await entries.removeAll()

        #expect(await entry.body() == sample.body)
        #expect(await entries.samples(of: key).isEmpty)
    }

    @Test func entryIsSeenOnlyWhenCommittedAndLeavesNothingOtherwise() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        var writer: DiskWriter? = entries.writer(key, variant: 0)

        await writer?.append(Data(count: 200_000))
        #expect(folder.files.count == 1)
        #expect(await entries.entries(for: key).isEmpty)
        writer = nil

        #expect(folder.files.isEmpty)
    }

    @Test func entryThatIsTooLongIsNotStored() async throws {
        let entries = DiskEntries(folder, maximumEntryBytes: 100_000)
        let key = try #require(DiskKey.numbered(1))

        #expect(await entries.store(StoredSample(1, bytes: 99_000), key))
        #expect(await !entries.store(StoredSample(2, bytes: 100_000), key, variant: 1))
        #expect(await !entries.store(StoredSample(3, bytes: 300_000), key, variant: 2))
        #expect(await entries.samples(of: key) == [StoredSample(1, bytes: 99_000)])

        // Nothing more is written after the limit.
        var writer = entries.writer(key, variant: 3)
        await writer.append(Data(count: 80_000))
        #expect(folder.files.count == 2)
        await writer.append(Data(count: 80_000))
        #expect(folder.files.count == 1)

        // The old entry of the same name is no longer true.
        #expect(await !entries.store(StoredSample(4, bytes: 100_001), key))
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: [(0, 0), (0, 1), (299_999, 300_000), (65_536, 131_072), (65_535, 65_537), (100, 290_000)])
    func partOfABodyIsRead(from start: Int, to end: Int) async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        let sample = StoredSample(1, bytes: 300_000)
        await entries.store(sample, key)
        let entry = try #require(await entries.entries(for: key).first)

        var part = Data()
        for try await piece in entry.blocks(start..<end) {
            #expect(!piece.isEmpty && piece.startIndex == 0)
            part += piece
        }
        #expect(part == sample.body[start..<end])
    }

    @Test func whatHasBeenReplacedDoesNotVanishWithTheOldEntry() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        await entries.store(StoredSample(1, bytes: 1_000), key)
        let entry = try #require(await entries.entries(for: key).first)
        #expect(entries.isCurrent(entry))

        await entries.store(StoredSample(2, bytes: 1_000), key)
        #expect(!entries.isCurrent(entry))
        await entries.remove(entry)
        #expect(await entries.samples(of: key) == [StoredSample(2, bytes: 1_000)])
    }

    @Test func entriesAreRemovedByRecordAndByTheFirstHalfOfTheKey() async throws {
        let entries = DiskEntries(folder)
        let keys = try (0..<6).map { try #require(DiskKey.numbered($0)) }
        for (number, key) in keys.enumerated() { await entries.store(StoredSample(UInt64(number), bytes: 10), key) }
        let twin = try #require((keys[4].bytes[..<16] + keys[5].bytes[16...]).withUnsafeBytes { DiskKey($0) })
        await entries.store(StoredSample(9, bytes: 10), twin)

        await entries.removeAll { $0.starts(with: Data("record 2".utf8)) }
        #expect(await entries.samples(of: keys[2]).isEmpty)
        #expect(folder.files.count == 6)

        await entries.removeAll(startingAs: twin)
        #expect(await entries.samples(of: keys[4]).isEmpty)
        #expect(await entries.samples(of: twin).isEmpty)
        #expect(await entries.samples(of: keys[5]).count == 1)

        await entries.removeAll()
        #expect(folder.files.isEmpty)
        #expect(entries.statistics.bytes == 0)
    }

    @Test func conditionIsAskedBeforeTheEntryIsStored() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        var writer = entries.writer(key, variant: 0)
        await writer.append(Data(count: 100_000))

        #expect(await !writer.commit(record: Data(), if: { false }))

        #expect(folder.files.isEmpty)
    }

    @Test func onlyTheUserMayReadTheFiles() async throws {
        let inner = folder.url.appending(path: "above/cache")
        let entries = DiskEntries(folder: inner, maximumBytes: 1 << 20, maximumEntryBytes: 1 << 20)
        await entries.store(StoredSample(1, bytes: 100_000), try #require(.numbered(0xAB)))
        _ = PartitionKey(in: entries.folder)

        #expect(try folder.mode(of: "above/cache") == 0o700)
        #expect(try folder.mode(of: "above/cache/ab") == 0o700)
        #expect(folder.files.count == 2)
        for file in folder.files { #expect(try folder.mode(of: file) == 0o600) }
    }
}
