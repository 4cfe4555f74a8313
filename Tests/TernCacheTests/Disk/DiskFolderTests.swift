import Foundation
import TestDoubles
import Testing

@testable import TernCache

/// What a folder may be, and become while it is used.
@Suite(.timeLimit(.minutes(20)))
struct DiskFolderTests {
    private let folder = TemporaryFolder()

    @Test func foreignFilesAreLeftAlone() async throws {
        let entries = DiskEntries(folder, maximumBytes: 1000)
        let key = try #require(DiskKey.numbered(0xAB))
        await entries.store(StoredSample(1, bytes: 10), key)
        let foreign = [
            "photo.jpg", ".hidden", "ab/notes", "ab/.tern", "ab/" + String(repeating: "ab", count: 40) + "x",
            // An entry in the folder of another key.
            "ab/" + DiskName(key: try #require(.numbered(0xCD)), variant: 0).file,
        ]
        for name in foreign { _ = try folder.file(name, Data(count: 5000)) }
        try FileManager.default.createDirectory(
            atPath: entries.folder.path(of: DiskName(key: key, variant: 9)),
            withIntermediateDirectories: false
        )

        let other = DiskEntries(folder, maximumBytes: 1000)
        await other.finishSweep()
        #expect(other.statistics.count == 1)
        #expect(await other.samples(of: key).count == 1)
        await other.removeAll()

        #expect(folder.files == foreign.sorted())
    }

    @Test func folderThatIsRemovedIsMadeAgainByTheNextWrite() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(1))
        await entries.store(StoredSample(1, bytes: 10), key)
        var writer = entries.writer(key, variant: 1)
        await writer.append(Data(count: 100_000))

        try FileManager.default.removeItem(at: folder.url)

        #expect(await entries.entries(for: key).isEmpty)
        #expect(await !writer.commit(record: Data()))
        #expect(await entries.store(StoredSample(2, bytes: 10), key))
        #expect(await entries.samples(of: key) == [StoredSample(2, bytes: 10)])
    }

    @Test func fileInPlaceOfTheFolderMakesEveryCallAMiss() async throws {
        let file = try folder.file("file", Data("text".utf8))
        for url in [file, file.appending(path: "below"), URL(filePath: "/proc/none/cache")] {
            let entries = DiskEntries(folder: url, maximumBytes: 1 << 20, maximumEntryBytes: 1 << 20)
            let key = try #require(DiskKey.numbered(1))

            #expect(await !entries.store(StoredSample(1, bytes: 10), key))
            #expect(await !entries.store(StoredSample(1, bytes: 200_000), key))
            #expect(await entries.entries(for: key).isEmpty)
            await entries.removeAll()
            await entries.removeAll(startingAs: key)
            await entries.finishSweep()
            #expect(entries.statistics == .init(count: 0, bytes: 0, isComplete: true))
            #expect(PartitionKey(in: entries.folder).bytes.count == 32)
        }
        #expect(try folder.contents() == ["file": "text"])
    }

    @Test func temporaryIsRemovedWhenItWasNotWrittenForTenMinutes() async throws {
        let entries = DiskEntries(folder)
        let key = try #require(DiskKey.numbered(0xAB))
        var writer = entries.writer(key, variant: 0)
        await writer.append(Data(count: 100_000))
        let own = folder.files
        for name in ["ab/.tern-1", ".tern-2", "ab/.other"] {
            let file = try folder.file(name, Data(count: 100))
            let time = Date(timeIntervalSinceNow: -700)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
        }

        let other = DiskEntries(folder)
        await other.finishSweep()

        #expect(folder.files == (own + ["ab/.other"]).sorted())
        #expect(await writer.commit(record: Data()))
        #expect(await other.entries(for: key).count == 1)
    }

    @Test func indexOfAThousandEntriesIsNotNeededForALookup() async throws {
        let entries = DiskEntries(folder)
        for number in 0..<1_000 {
            await entries.store(StoredSample(UInt64(number), bytes: 0), try #require(.numbered(number)))
        }
        let sweeps = DispatchQueue(label: "suspended")
        sweeps.suspend()

        let other = DiskEntries(
            folder: folder.url,
            maximumBytes: 64 << 20,
            maximumEntryBytes: 1 << 20,
            sweeps: sweeps
        )
        for number in stride(from: 0, to: 1_000, by: 99) {
            let key = try #require(DiskKey.numbered(number))
            #expect(await other.samples(of: key) == [StoredSample(UInt64(number), bytes: 0)])
            // A lookup reads the names of one folder of 256.
            #expect(other.folder.names(inShardOf: key) { _ in true }.count <= 20)
        }
        #expect(!other.statistics.isComplete)

        sweeps.resume()
        await other.finishSweep()
        #expect(other.statistics == .init(count: 1_000, bytes: entries.statistics.bytes, isComplete: true))
    }

    #if os(Linux)
        /// A limit on the size of files has the effect of a full disk, without a file system for the test.
        @Test func fullDiskIsAMiss() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let entries = DiskEntries(folder)
                let key = try #require(DiskKey.numbered(1))
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let unlimited = limit
                limit.rlim_cur = 100_000
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

                for bytes in [99_990, 100_000, 150_000, 1_000_000] {
                    #expect(await !entries.store(StoredSample(1, bytes: bytes), key))
                }
                #expect(folder.files.isEmpty)

                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), [unlimited])
                #expect(await entries.store(StoredSample(1, bytes: 1_000_000), key))
            }
        }
    #endif
}
