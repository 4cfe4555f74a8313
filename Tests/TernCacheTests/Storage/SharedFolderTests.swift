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
