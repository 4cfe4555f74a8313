import Foundation
import TestDoubles
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct DiskEvictionTests {
    private let folder = TemporaryFolder()
    /// Seconds from now.
    private let time = Guarded(0.0)

    private func open(maximumBytes: Int) -> DiskEntries {
        let start = Date().timeIntervalSince1970
        return DiskEntries(
            folder: folder.url,
            maximumBytes: maximumBytes,
            maximumEntryBytes: maximumBytes,
            clock: { [time] in start + time.withLock { $0 } }
        )
    }

    private func advance(by seconds: Double = 100) { time.withLock { $0 += seconds } }

    private func stored(_ keys: [DiskKey], in entries: DiskEntries) async -> [Int] {
        var stored: [Int] = []
        for (number, key) in keys.enumerated() where await !entries.entries(for: key).isEmpty { stored.append(number) }
        return stored
    }

    @Test func leastRecentlyUsedEntriesAreRemoved() async throws {
        let entries = open(maximumBytes: 10_500)
        let keys = try (0..<11).map { try #require(DiskKey.numbered($0)) }
        for key in keys.dropLast() {
            await entries.store(StoredSample(1, bytes: 900), key)
            // Less than ten minutes in all: a sweep takes a hidden file for abandoned that is older than that.
            advance(by: 40)
        }
        for key in [keys[1], keys[0]] {
            #expect(await entries.entries(for: key).count == 1)
            advance(by: 40)
        }
        await entries.finishSweep()

        await entries.store(StoredSample(1, bytes: 900), keys[10])
        await entries.finishSweep()

        // The rest is nine tenths of the maximum.
        #expect(await stored(keys, in: entries) == [0, 1, 4, 5, 6, 7, 8, 9, 10])
        #expect(entries.statistics.bytes <= 9_450)
    }

    @Test func lastUseIsKnownAfterARestart() async throws {
        let keys = try (0..<4).map { try #require(DiskKey.numbered($0)) }
        let first = open(maximumBytes: 100_000)
        for key in keys { await first.store(StoredSample(1, bytes: 1_900), key) }
        await first.finishSweep()
        for key in [keys[2], keys[0], keys[3], keys[1]] {
            advance()
            #expect(await first.entries(for: key).count == 1)
        }

        let second = open(maximumBytes: 5_000)
        await second.finishSweep()

        #expect(await stored(keys, in: second) == [1, 3])
    }

    @Test func timeOfAFileChangesAtMostOnceAMinute() async throws {
        let entries = open(maximumBytes: 100_000)
        let key = try #require(DiskKey.numbered(1))
        await entries.store(StoredSample(1, bytes: 10), key)
        let path = entries.folder.path(of: DiskName(key: key, variant: 0))
        func modified() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        let written = try modified()

        time.withLock { $0 += 50 }
        #expect(await entries.entries(for: key).count == 1)
        #expect(try modified() == written)

        time.withLock { $0 += 50 }
        #expect(await entries.entries(for: key).count == 1)
        #expect(try #require(try modified()).timeIntervalSince(try #require(written)) > 90)
    }

    @Test func entriesOfOtherProcessesCountAgainstTheLimit() async throws {
        let (one, other) = (open(maximumBytes: 20_000), open(maximumBytes: 20_000))
        await one.finishSweep()
        await other.finishSweep()
        for number in 0..<40 {
            let key = try #require(DiskKey.numbered(number))
            await (number % 2 == 0 ? one : other).store(StoredSample(1, bytes: 900), key)
            await one.finishSweep()
            await other.finishSweep()
            advance()
        }

        // Each process may have written an eighth of the maximum since it looked.
        let last = open(maximumBytes: 1 << 20)
        await last.finishSweep()
        #expect((15_000...25_000).contains(last.statistics.bytes))
        #expect(await last.entries(for: try #require(.numbered(39))).count == 1)
        #expect(await last.entries(for: try #require(.numbered(0))).isEmpty)
    }

    @Test func timeInTheFutureIsTakenForNow() async throws {
        let keys = try (0..<4).map { try #require(DiskKey.numbered($0)) }
        let first = open(maximumBytes: 100_000)
        for key in keys { await first.store(StoredSample(1, bytes: 1_900), key) }
        let path = first.folder.path(of: DiskName(key: keys[0], variant: 0))
        let future = Date(timeIntervalSinceNow: 100_000_000)
        try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: path)

        let second = open(maximumBytes: 10_000)
        await second.finishSweep()
        advance()
        for key in keys.dropFirst() { #expect(await second.entries(for: key).count == 1) }
        await second.store(StoredSample(1, bytes: 1_900), try #require(.numbered(5)))
        await second.store(StoredSample(1, bytes: 900), try #require(.numbered(6)))
        await second.finishSweep()

        #expect(await stored(keys, in: second) == [1, 2, 3])
    }
}
