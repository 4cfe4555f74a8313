import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// Caches with a disk below the memory.
@Suite(.timeLimit(.minutes(20)))
struct DiskTierTests {
    private let folder = TemporaryFolder()
    private var disk: HTTPCache.Disk { HTTPCache.Disk(folder: folder.url, maximumBytes: 10_000_000) }

    /// Fails the test if it receives a request.
    private func offline(partition: (@Sendable (Request) -> String?)? = nil) -> CachedAPI {
        CachedAPI({ _ in throw URLError(.notConnectedToInternet) }, disk: disk, partition: partition)
    }

    @Test func storedResponseIsThereAfterARestart() async throws {
        let api = CachedAPI({ _ in .fresh("body", ["X": "1", "ETag": "\"a\""], status: 404) }, disk: disk)
        let first = try await api.send(headers: ["Accept": "a/b"])

        let restarted = offline()
        restarted.pass(.seconds(10))
        let second = try await restarted.send(headers: ["Accept": "a/b"])
        let third = try await restarted.send()

        #expect(restarted.requests.isEmpty)
        #expect(second.cache == .hit(age: .seconds(10)))
        #expect(third.cache == .hit(age: .seconds(10)))
        #expect(second.statusCode == 404)
        #expect(second.text == "body")
        #expect(second.headers["X"] == first.headers["X"])
        #expect(restarted.cache.statistics.count == 1)
    }

    @Test func longVariantOnTheDiskIsFoundBesideAShortOneInMemory() async throws {
        let api = CachedAPI({ .fresh($0.headers["X"] == "long" ? Self.long : "short", ["Vary": "X"]) }, disk: disk)

        for value in ["short", "long", "short", "long"] {
            #expect(try await api.send(headers: ["X": value]).text == (value == "long" ? Self.long : "short"))
        }

        #expect(api.requests.count == 2)
        #expect(api.cache.statistics.count == 1)
    }

    /// A request of the older one would otherwise select it in memory, where the newer one isn't.
    @Test func newerLongVariantReplacesAnOlderOneInMemory() async throws {
        let api = CachedAPI({ _ in .fresh("old") }, { _ in .fresh(Self.long, ["Vary": "X"]) }, disk: disk)
        try await api.send()
        api.pass(.seconds(1))
        try await api.send(use: .reload)

        #expect(try await api.send().text == Self.long)
        #expect(api.requests.count == 2)
    }

    @Test func variantsAreFoundAfterARestart() async throws {
        let api = CachedAPI({ .fresh($0.headers["X"] ?? "none", ["Vary": "X"]) }, disk: disk)
        for value in ["a", "b"] { try await api.send(headers: ["X": value]) }
        try await api.send()

        let restarted = offline()
        for value in ["a", "b"] { #expect(try await restarted.send(headers: ["X": value]).text == value) }
        #expect(try await restarted.send().text == "none")
        await #expect(throws: TernError.self) { try await restarted.send(headers: ["X": "c"]) }
    }

    @Test func accountsStaySeparateAfterARestart() async throws {
        let api = CachedAPI(
            { .fresh($0.headers["Authorization"] ?? "none", ["Vary": "Authorization, Cookie"]) },
            disk: disk
        )
        let secrets = ["Bearer s3cr3t-one", "Bearer s3cr3t-two"]
        for secret in secrets { try await api.send(headers: ["Authorization": secret, "Cookie": "id=" + secret]) }

        let restarted = offline()
        for secret in secrets {
            let headers: HTTPHeaders = ["Authorization": secret, "Cookie": "id=" + secret]
            #expect(try await restarted.send(headers: headers).text == secret)
        }
        await #expect(throws: TernError.self) { try await restarted.send() }
        await #expect(throws: TernError.self) { try await restarted.send(headers: ["Authorization": "Bearer other"]) }
    }

    @Test func credentialsOfARequestAreInNoFileAndNoName() async throws {
        let secret = "s3cr3t-token"
        let api = CachedAPI({ _ in .fresh("body", ["Vary": "Authorization, Cookie"]) }, disk: disk)
        let headers: HTTPHeaders = ["Authorization": "Bearer " + secret, "Cookie": "id=" + secret]
        try await api.send(path: "/things/secret-path", headers: headers)

        #expect(folder.files.count == 2)
        for file in folder.files {
            let bytes = try Data(contentsOf: folder.url.appending(path: file))
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
            #expect(!file.contains("secret"))
            #expect(try folder.mode(of: file) == 0o600)
        }
    }

    @Test func confirmedResponseHasItsNewFieldsAfterARestart() async throws {
        let api = CachedAPI(
            { _ in .fresh("body", ["ETag": "\"a\"", "X": "old"]) },
            { _ in .notModified(["ETag": "\"a\"", "X": "new", "Cache-Control": "max-age=1000"]) },
            disk: disk
        )
        try await api.send()
        api.pass(.seconds(100))
        #expect(try await api.send().cache == .revalidated)

        let restarted = offline()
        restarted.pass(.seconds(200))
        let response = try await restarted.send()
        #expect(response.cache == .hit(age: .seconds(100)))
        #expect(response.headers["X"] == "new")
        #expect(response.text == "body")
    }

    @Test func unsafeMethodInvalidatesAllAccountsOnTheDisk() async throws {
        let api = CachedAPI({ _ in .fresh() }, disk: disk)
        for token in ["1", "2"] { try await api.send(headers: ["Authorization": token]) }
        try await api.send(path: "/others")
        // What is in the memory of another cache isn't invalidated.
        let restarted = CachedAPI({ _ in .fresh("new") }, disk: disk)
        try await restarted.send(.post)

        for token in ["1", "2"] {
            #expect(try await restarted.send(headers: ["Authorization": token]).text == "new")
        }
        #expect(try await restarted.send(path: "/others").text == "body")
    }

    @Test func oneAccountIsRemovedFromTheDisk() async throws {
        let partition: @Sendable (Request) -> String? = { $0.headers["User"] }
        let api = CachedAPI({ .fresh($0.headers["User"] ?? "") }, disk: disk, partition: partition)
        for user in ["ann", "bob"] { try await api.send(headers: ["User": user]) }

        await offline(partition: partition).cache.removeAll(partition: "ann")

        let restarted = offline(partition: partition)
        await #expect(throws: TernError.self) { try await restarted.send(headers: ["User": "ann"]) }
        #expect(try await restarted.send(headers: ["User": "bob"]).text == "bob")
        await restarted.cache.removeAll()
        #expect(folder.files == ["partition-key", "removals"])
    }

    @Test(arguments: [nil, .streamed] as [Request.Delivery?])
    func responseThatIsTooLongForTheMemoryIsOnTheDisk(_ delivery: Request.Delivery?) async throws {
        let text = String(repeating: "0123456789", count: 50_000)
        let api = CachedAPI({ _ in .streamed([text, "end"]) }, disk: disk)
        let first = try await api.send(delivery: delivery)
        if let stream = first.stream { for try await _ in stream {} }

        let second = try await api.send()
        #expect(second.text == text + "end")
        #expect(second.cache == .hit(age: .zero))
        #expect(api.cache.statistics.count == 0)
        #expect(api.cache.statistics.countOnDisk == 1)
    }

    /// Half a megabyte, and a memory that takes a tenth.
    private static let long = String(repeating: "0123456789", count: 50_000)

    @Test func longBodyIsReadFromTheDiskPieceByPiece() async throws {
        try await CachedAPI({ _ in .fresh(Self.long) }, disk: disk).send()

        let restarted = offline()
        let response = try await restarted.send(delivery: .streamed)
        let stream = try #require(response.stream)
        var pieces: [Data] = []
        for try await piece in stream { pieces.append(piece) }

        #expect(response.cache == .hit(age: .zero))
        #expect(pieces.count == 8)
        #expect(pieces.reduce(Data(), +) == Data(Self.long.utf8))
        // The same as data.
        let progress = Watched<[Int64]>([])
        let target = OpenTarget(path: "/things")
        let options = CallOptions(progress: { progress.append($0.receivedBytes) })
        #expect(try await restarted.provider.request(target, options: options).text == Self.long)
        #expect(progress.value.last == 500_000)
        let request = try Endpoint(target).request()
        #expect(await restarted.cache.freshResponse(to: request)?.text == Self.long)
    }

    @Test func partOfALongBodyIsReadFromTheDisk() async throws {
        try await CachedAPI({ _ in .fresh(Self.long) }, disk: disk).send()

        let response = try await offline().send(headers: ["Range": "bytes=65530-65549"])
        #expect(response.statusCode == 206)
        #expect(response.headers["Content-Range"] == "bytes 65530-65549/500000")
        #expect(response.text == "01234567890123456789")
    }

    @Test(arguments: [[:], ["Vary": "Accept"]] as [HTTPHeaders])
    func longBodyStaysWhenItsResponseIsConfirmed(_ fields: HTTPHeaders) async throws {
        let api = CachedAPI(
            { _ in .fresh(Self.long, ["ETag": "\"a\"", "X": "old"]) },
            { _ in .notModified(fields.merging(["ETag": "\"a\"", "X": "new", "Cache-Control": "max-age=1000"])) },
            disk: disk
        )
        try await api.send()
        api.pass(.seconds(100))
        let confirmed = try await api.send()
        #expect(confirmed.cache == .revalidated)
        #expect(confirmed.text == Self.long)

        let restarted = offline()
        restarted.pass(.seconds(200))
        let response = try await restarted.send()
        #expect(response.cache == .hit(age: .seconds(100)))
        #expect(response.headers["X"] == "new")
        #expect(response.text == Self.long)
        #expect(folder.files.count == 2)
    }

    @Test func damageAtTheEndOfALongBodyIsFoundBeforeItIsUsed() async throws {
        try await CachedAPI({ _ in .fresh(Self.long) }, disk: disk).send()
        let file = try #require(folder.files.first { $0.contains("/") })
        var bytes = try Data(contentsOf: folder.url.appending(path: file))
        bytes[499_999] ^= 1
        folder.write(bytes, to: file)

        let restarted = CachedAPI({ _ in .fresh("new") }, disk: disk)
        #expect(try await restarted.send(delivery: .streamed).cache == .fetched(stored: true))
        #expect(try await restarted.send().text == "new")
    }

    /// The memory doesn't collect a body that may be long, if the disk takes it.
    @Test func bodyOfUnknownLengthIsInMemoryUpToHalfAMebibyte() async throws {
        for (count, isInMemory) in [(7, true), (9, false)] {
            let folder = TemporaryFolder()
            let piece = String(repeating: "a", count: 65_536)
            let transport = RecordingTransport { _ in .streamed(Array(repeating: piece, count: count)) }
            let disk = HTTPCache.Disk(folder: folder.url, maximumBytes: 100_000_000)
            let api = CachedAPI(disk: disk, maximumBytes: 100_000_000, transport: transport)
            try await api.send()
            #expect(api.cache.statistics.count == (isInMemory ? 1 : 0))

            #expect(try await api.send().data.count == count * 65_536)
            #expect(api.requests.count == 1)
            #expect(api.cache.statistics.count == 1)
        }
    }

    @Test func newerResponseReplacesTheOneInMemoryAlsoWhenOnlyTheDiskTakesIt() async throws {
        let text = String(repeating: "0123456789", count: 50_000)
        let api = CachedAPI({ _ in .fresh("old") }, { _ in .streamed([text]) }, disk: disk)
        try await api.send()
        api.pass(.seconds(1))
        try await api.send(use: .reload)

        #expect(try await api.send().text == text)
        #expect(api.requests.count == 2)
    }

    /// 2,000 responses of one URL would all be read by its next lookup.
    @Test func keyHasFewVariantsOnTheDisk() async throws {
        let api = CachedAPI({ .fresh($0.headers["X"] ?? "", ["Vary": "X"]) }, disk: disk)
        for number in 0..<40 {
            try await api.send(headers: ["X": "\(number)"])
            api.pass(.seconds(1))
        }

        #expect(api.cache.statistics.countOnDisk == 32)
        let restarted = offline()
        restarted.pass(.seconds(40))
        for number in [8, 39] { #expect(try await restarted.send(headers: ["X": "\(number)"]).text == "\(number)") }
        await #expect(throws: TernError.self) { try await restarted.send(headers: ["X": "7"]) }
    }

    @Test func longResponseReplacesAShortOneOfTheSameTime() async throws {
        let api = CachedAPI({ _ in .fresh("short") }, { _ in .streamed([Self.long]) }, disk: disk)
        try await api.send()
        try await api.send(use: .reload)

        #expect(try await api.send().text == Self.long)
    }

    @Test func bodyThatIsNotReadToItsEndIsNotOnTheDisk() async throws {
        let text = String(repeating: "0123456789", count: 50_000)
        let api = CachedAPI(
            { _ in .streamed([text, text], then: TernError(.connectionLost, reason: "Lost.")) },
            disk: disk
        )
        await #expect(throws: TernError.self) { try await api.send() }

        #expect(folder.files == ["partition-key"])
    }

    @Test func damagedFileIsFetchedAgain() async throws {
        let api = CachedAPI({ _ in .fresh("body") }, disk: disk)
        try await api.send()
        let file = try #require(folder.files.first { $0.contains("/") })
        var bytes = try Data(contentsOf: folder.url.appending(path: file))
        bytes[0] ^= 1
        folder.write(bytes, to: file)

        let restarted = CachedAPI({ _ in .fresh("new") }, disk: disk)
        #expect(try await restarted.send().text == "new")
        #expect(try await restarted.send().cache == .hit(age: .zero))
    }

    @Test func folderThatCannotBeUsedLeavesACacheInMemory() async throws {
        let file = try folder.file("file", Data())
        let api = CachedAPI({ _ in .fresh("body") }, disk: HTTPCache.Disk(folder: file))

        try await api.send()
        #expect(try await api.send().cache == .hit(age: .zero))
        #expect(api.cache.statistics.countOnDisk == 0)
    }
}
