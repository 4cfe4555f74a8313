import Foundation
import TestDoubles
import Testing

@testable import TernCache

/// Several writers and readers of one folder. A body always belongs to its record.
@Suite(.timeLimit(.minutes(20)))
struct DiskConcurrencyTests {
    private let folder = TemporaryFolder()

    /// Reads, writes, replaces and removes entries of a few keys at random, which several callers may do at once.
    ///
    /// - Returns: The number of entries that were read.
    @discardableResult
    static func use(_ entries: DiskEntries, rounds: Int, seed: UInt64, after: @Sendable (Int) -> Void = { _ in }) async
        -> Int
    {
        var random = SeededRandom(seed: seed)
        var reads = 0
        for round in 0..<rounds {
            guard let key = DiskKey.numbered(random.below(6)) else { continue }
            let variant = UInt64(random.below(2))
            switch random.below(10) {
            case 0..<4:
                let bytes = random.pick([0, 100, 20_000, 65_536, 150_000, 300_000])
                await entries.store(StoredSample(random.next(), bytes: bytes), key, variant: variant)
            case 4..<8:
                for entry in await entries.entries(for: key) {
                    await check(entry)
                    reads += 1
                }
            case 8:
                guard let entry = await entries.entries(for: key).first else { continue }
                #expect(await entry.isWhole())
            default:
                switch random.below(4) {
                case 0: await entries.removeAll(startingAs: key)
                case 1: await entries.removeAll { $0.count % 2 == 0 }
                case 2: entries.sweep()
                default: if let entry = await entries.entries(for: key).first { await entries.remove(entry) }
                }
            }
            after(round)
        }
        return reads
    }

    /// A body that is delivered as whole is the one of the record.
    static func check(_ entry: DiskEntry) async {
        let sample = StoredSample(record: entry.record)
        #expect(sample != nil)
        var streamed = Data()
        do {
            for try await block in entry.blocks(0..<entry.bodyBytes) { streamed += block }
            #expect(streamed == sample?.body)
        } catch {
            Issue.record("Nothing has damaged the file.")
        }
        #expect(await entry.body() == sample?.body)
    }

    @Test func bodiesBelongToTheirRecordsWhateverTwoInstancesDo() async {
        let instances = [DiskEntries(folder, maximumBytes: 1 << 20), DiskEntries(folder, maximumBytes: 1 << 20)]

        let reads = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask { await Self.use(instances[task % 2], rounds: 150, seed: UInt64(task)) }
            }
            return await group.reduce(0, +)
        }

        #expect(reads > 100)
        for instance in instances { await instance.finishSweep() }
        #expect(folder.files.allSatisfy { !$0.contains(".tern-") })
    }

    #if os(Linux)
        /// The number of processes that are killed. The environment may ask for more.
        private static let kills = ProcessInfo.processInfo.environment["TERN_CACHE_KILLS"].flatMap(Int.init) ?? 8

        /// Each process is killed at a random place in what it does. Two run at once.
        @Test func bodiesBelongToTheirRecordsWhereProcessesAreKilled() async throws {
            let path = folder.url.path
            let reads = await withTaskGroup(of: Void.self, returning: Int.self) { group in
                for _ in 0..<2 { group.addTask { await Self.killProcesses(Self.kills / 2, in: path) } }
                await group.waitForAll()
                return await Self.use(DiskEntries(folder), rounds: 100, seed: 1)
            }

            #expect(reads > 0)
            let start = Date().timeIntervalSince1970
            let later = DiskEntries(
                folder: folder.url,
                maximumBytes: 1 << 20,
                maximumEntryBytes: 1 << 20,
                clock: { start + 700 }
            )
            await later.finishSweep()
            #expect(folder.files.allSatisfy { !$0.contains(".tern-") })
        }

        private static func killProcesses(_ count: Int, in path: String) async {
            for _ in 0..<count {
                await #expect(processExitsWith: .signal(SIGKILL)) { [path] in
                    let entries = DiskEntries(
                        folder: URL(filePath: path),
                        maximumBytes: 1 << 20,
                        maximumEntryBytes: 1 << 20
                    )
                    let round = Guarded(0)
                    let last = Int.random(in: 5..<60)
                    Thread.detachNewThread {
                        while round.withLock({ $0 }) < last {}
                        for _ in 0..<Int.random(in: 0..<200_000) { _ = round.withLock { $0 } }
                        kill(getpid(), SIGKILL)
                    }
                    await DiskConcurrencyTests.use(entries, rounds: .max, seed: .random(in: .min ... .max)) { number in
                        round.withLock { $0 = number }
                    }
                }
            }
        }
    #endif
}
