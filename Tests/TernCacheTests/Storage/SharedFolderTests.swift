import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernCache

/// Caches that share a folder, as those of several processes.
@Suite(.timeLimit(.minutes(20)))
struct SharedFolderTests {
    private let folder = TemporaryFolder()
    private let number = Watched(0)

    /// Each response to GET has the next number.
    private func api() -> CachedAPI {
        let number = number
        return CachedAPI(
            { request in
                guard request.method == .get else { return Response(statusCode: 204) }
                return .fresh(
                    String(
                        number.update {
                            $0 += 1
                            return $0
                        }
                    ),
                    ["ETag": "\"a\""]
                )
            },
            disk: HTTPCache.Disk(folder: folder.url)
        )
    }

    private func remove(_ name: String, with api: CachedAPI) async throws {
        switch name {
        case "POST": try await api.send(.post)
        case "removeAll": await api.cache.removeAll()
        default: await api.cache.remove(try #require(URL(string: "https://api.example.com/things")))
        }
    }

    @Test(arguments: ["POST", "removeAll", "remove"])
    func whatOneCacheRemovesIsGoneFromTheOtherAfterASecond(removal: String) async throws {
        let (app, widget) = (api(), api())
        for api in [app, widget] { #expect(try await api.send().text == "1") }

        try await remove(removal, with: app)
        #expect(try await app.send(use: .onlyStored).statusCode == 504)
        widget.pass(.seconds(1))
        #expect(try await widget.send(use: .onlyStored).statusCode == 504)

        // The second removal is noticed as well, also by the first cache.
        for api in [widget, app] { #expect(try await api.send().text == "2") }
        try await remove(removal, with: widget)
        app.pass(.seconds(1))
        #expect(try await app.send(use: .onlyStored).statusCode == 504)
    }

    /// Its request may be older than the removal.
    @Test func aResponseOnItsWayIsNotStoredAfterARemovalByAnotherCache() async throws {
        let transport = RecordingTransport()
        let other = CachedAPI(disk: HTTPCache.Disk(folder: folder.url), transport: transport)
        async let response = other.send()
        await transport.waitForRequests(atLeast: 1)

        await api().cache.removeAll()
        transport.respond(with: .fresh("old"))

        #expect(try await response.text == "old")
        #expect(try await other.send(use: .onlyStored).statusCode == 504)
        #expect(try await api().send(use: .onlyStored).statusCode == 504)
    }

    /// A removal that begins before the entry has its name may not find it, and neither may one that begins just after.
    @Test(arguments: ["before the rename", "after the rename"], [false, true])
    func anEntryIsNotStoredDuringARemovalByAnotherCache(time: String, isConfirmed: Bool) async throws {
        let other = DiskRemovals(in: DiskFolder(folder.url))
        let removesNow = Watched(false)
        let clock: @Sendable () -> Double = {
            if removesNow.value { other.add() }
            return 1000
        }
        let entries = DiskEntries(folder: folder.url, maximumBytes: 1 << 20, maximumEntryBytes: 1 << 20, clock: clock)
        await entries.finishSweep()
        let store = DiskStore(entries, key: Data(), maximumBytesInMemory: 1000)
        let key = CacheKey(resource: .named("a"), partition: .common)
        let fill = OpenFills().begin(key)
        let response = StoredResponse.stored(["Cache-Control": "max-age=60"])
        let writer = try #require(store.writer(of: response, for: key, expectedBytes: nil))

        if time == "before the rename" { other.add() } else { removesNow.update { $0 = true } }
        if isConfirmed {
            await store.replace(response, by: response, for: key, fill)
        } else {
            await writer.commit(trailers: [:], fill)
        }

        removesNow.update { $0 = false }
        #expect(await store.responses(for: key).isEmpty)
        #expect(folder.files == ["removals"])
        #expect(entries.statistics.count == 0)
    }

    @Test func aFillIsVoidAsSoonAsRemovalsOfOthersAreKnown() {
        let path = DiskFolder(folder.url)
        let (own, other) = (DiskRemovals(in: path), DiskRemovals(in: path))
        let fills = OpenFills(own)
        let key = CacheKey(resource: .named("a"), partition: .common)
        let fill = fills.begin(key)

        own.add()
        #expect(!own.areNew())
        #expect(!own.areAhead)
        #expect(!fill.isVoid)
        other.add()
        #expect(own.areAhead)
        #expect(!fill.isVoid)
        #expect(own.areNew())
        #expect(!own.areAhead)
        #expect(fill.isVoid)
        #expect(!fills.begin(key).isVoid)
    }

    @Test func ownRemovalsLeaveOtherResponsesInMemory() async throws {
        let api = api()
        for path in ["/a", "/b"] { try await api.send(path: path) }

        for _ in 0..<3 {
            await api.cache.remove(try #require(URL(string: "https://api.example.com/a")))
            api.pass(.seconds(1))
            try await api.send(path: "/b")
        }

        #expect(api.cache.tiers.memory.size.count == 1)
        #expect(api.requests.count == 2)
    }

    @Test func removalsOfBothAreTold() {
        let path = DiskFolder(folder.url)
        let (first, second) = (DiskRemovals(in: path), DiskRemovals(in: path))

        #expect(!first.areNew())
        first.add()
        #expect(!first.areNew())
        #expect(second.areNew())
        #expect(!second.areNew())
        second.add()
        first.add()
        #expect(first.areNew())
        #expect(second.areNew())
        #expect(!second.areNew())
    }

    @Test func aLookupLooksOnceASecond() {
        let path = DiskFolder(folder.url)
        let (first, second) = (DiskRemovals(in: path), DiskRemovals(in: path))

        #expect(!second.areNew(at: 100))
        first.add()
        #expect(!second.areNew(at: 100.9))
        #expect(second.areNew(at: 101))
        first.add()
        // The clock was set back.
        #expect(second.areNew(at: 50))
    }

    /// The system may empty a folder of caches.
    @Test func aFolderThatIsGoneIsARemoval() throws {
        let path = DiskFolder(folder.url)
        let (first, second) = (DiskRemovals(in: path), DiskRemovals(in: path))
        first.add()
        #expect(second.areNew())

        try FileManager.default.removeItem(at: folder.url)
        #expect(second.areNew())
        first.add()
        #expect(!second.areNew())
    }

    @Test func theFileOfRemovalsStaysShort() throws {
        let path = DiskFolder(folder.url)
        let (first, second) = (DiskRemovals(in: path), DiskRemovals(in: path))
        folder.write(Data(count: 65_536), to: "removals")
        #expect(second.areNew())

        first.add()
        #expect(second.areNew())
        #expect(folder.files.isEmpty)
        first.add()
        #expect(second.areNew())
        #expect(try Data(contentsOf: folder.url.appending(path: "removals")).count == 1)
    }

    /// Another user's file, or anything but a file, is no news and no error.
    @Test func aFolderInPlaceOfTheFileIsIgnored() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "removals"),
            withIntermediateDirectories: true
        )
        let removals = DiskRemovals(in: DiskFolder(folder.url))

        removals.add()

        #expect(!removals.areNew())
    }
}
