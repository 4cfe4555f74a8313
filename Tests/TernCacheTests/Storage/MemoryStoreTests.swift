import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct MemoryStoreTests {
    private let fills = OpenFills()

    private func key(_ path: String, _ partition: Partition = .common) -> CacheKey {
        CacheKey(resource: .url(path), partition: partition)
    }

    private func insert(
        _ id: UInt64,
        _ path: String,
        _ bytes: Int = 1,
        into store: MemoryStore,
        for request: HTTPHeaders = [:]
    ) {
        let vary: HTTPHeaders = request.isEmpty ? [:] : ["Vary": "X"]
        let response = StoredResponse.stored(vary, id: id, body: String(repeating: "x", count: bytes), for: request)
        store.insert(response, for: key(path), fills.begin(key(path)))
    }

    private func ids(_ path: String, in store: MemoryStore) -> [UInt64] { store.responses(for: key(path)).map(\.id) }

    @Test func theLeastRecentlyUsedLeaveFirst() {
        let store = MemoryStore(maximumBytes: .max, maximumCount: 3, maximumEntryBytes: .max)
        for id in 1...3 { insert(UInt64(id), "/\(id)", into: store) }

        _ = store.responses(for: key("/1"))
        insert(4, "/4", into: store)

        #expect(["/1", "/2", "/3", "/4"].map { ids($0, in: store) } == [[1], [], [3], [4]])
        #expect(store.size.count == 3)
    }

    @Test func bytesHaveALimit() {
        let store = MemoryStore(maximumBytes: 10_000, maximumCount: .max, maximumEntryBytes: .max)

        for id in 1...100 {
            insert(UInt64(id), "/\(id)", 1000, into: store)
            #expect(store.size.bytes <= 10_000)
        }

        #expect(store.size.count >= 5)
        #expect(ids("/100", in: store) == [100])
    }

    /// Everything of a response, and its key.
    @Test(arguments: ["URL", "field", "trailer", "Vary", "selecting field", "body"])
    func eachPartOfAResponseCounts(part: String) async throws {
        let long = String(repeating: "x", count: 2000)
        let store = MemoryStore(maximumBytes: 10_000, maximumCount: .max, maximumEntryBytes: .max)
        let names = (0..<10).map { "X-\($0)" }.joined(separator: ",")
        let vary: HTTPHeaders = part == "Vary" ? ["Vary": names] : part == "selecting field" ? ["Vary": "X"] : [:]
        let response = StoredResponse.stored(
            vary.merging(part == "field" ? ["X": long] : [:]),
            body: part == "body" ? long : "",
            for: part == "selecting field" ? ["X": long] : [:]
        )

        for index in 0..<20 {
            let key = key("/\(index)" + (part == "URL" ? long : ""))
            let fill = fills.begin(key)
            let writer = try #require(store.writer(of: response, for: key, expectedBytes: nil))
            await writer.append(Data(count: response.body.count))
            await writer.commit(trailers: part == "trailer" ? ["X": long] : [:], fill)
        }

        #expect((3...4).contains(store.size.count))
        #expect(store.size.bytes <= 10_000)
    }

    @Test(arguments: ["URL", "trailer"]) func aResponseWithALongPartIsNotStored(part: String) async {
        let long = String(repeating: "x", count: 2000)
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: 2000)
        let key = key(part == "URL" ? long : "/")

        let writer = store.writer(of: .stored([:]), for: key, expectedBytes: nil)
        await writer?.commit(trailers: ["X": long], fills.begin(key))

        #expect((writer == nil) == (part == "URL"))
        #expect(store.size.count == 0)
    }

    /// The body of a QUERY may be as long as an upload.
    @Test func theKeyOfAQueryHasOnlyADigestOfItsBody() throws {
        func key(_ body: String, _ type: String = "a/b") throws -> CacheKey {
            var request = Request.get(["Content-Type": type], method: .query)
            request.body = .data(Data(body.utf8))
            return try #require(CacheKey(request, partition: .common))
        }
        let long = String(repeating: "x", count: 100_000)

        #expect(try key(long).query?.count == 32)
        #expect(try key(long) == key(long))
        #expect(try key(long) != key(long + "x"))
        #expect(try key(long, "a/b") != key(long, "a/c"))
        #expect(try key("bx", "a/") != key("x", "a/b"))
    }

    @Test func nothingStaysCountedAfterRemovals() {
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: .max)
        for id in 1...10 { insert(UInt64(id), "/\(id % 3)", 100, into: store, for: ["X": "\(id)"]) }
        insert(11, "/0", into: store, for: ["X": "3"])

        store.removeAll(.resource(.url("/0")))
        #expect(store.size.count == 7)
        store.remove(store.responses(for: key("/1"))[0], for: key("/1"))
        #expect(store.size.count == 6)
        store.removeAll(.all)

        #expect(store.size == (0, 0))
    }

    @Test func aKeyKeepsAFewVariants() {
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: .max)

        for id in 1...100 { insert(UInt64(id), "/", into: store, for: ["X": "\(id)"]) }

        #expect(ids("/", in: store) == Array(69...100))
    }

    @Test func aVoidFillStoresNothing() async {
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: .max)
        let (fill, other) = (fills.begin(key("/")), fills.begin(key("/other")))
        let writers = [fill, other].map { store.writer(of: .stored([:]), for: $0.key, expectedBytes: nil) }

        fills.makeVoid(.resource(.url("/")))
        await writers[0]?.commit(trailers: [:], fill)
        await writers[1]?.commit(trailers: [:], other)
        store.insert(.stored([:]), for: key("/"), fill)

        #expect(fill.isVoid)
        #expect(!other.isVoid)
        #expect(store.size.count == 1)
    }

    @Test func aLongBodyIsReleasedAtOnce() async throws {
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: 2000)
        let fill = fills.begin(key("/"))
        let writer = try #require(store.writer(of: .stored([:]), for: key("/"), expectedBytes: nil))
        #expect(store.writer(of: .stored([:]), for: key("/"), expectedBytes: 2001) == nil)

        await writer.append(Data(count: 1500))
        await writer.append(Data(count: 1500))
        await writer.append(Data(count: 10))
        await writer.commit(trailers: [:], fill)

        #expect(store.size.count == 0)
    }

    @Test func anUpdateThatAddsVaryLeavesNothingForOthers() {
        let store = MemoryStore(maximumBytes: .max, maximumCount: .max, maximumEntryBytes: .max)
        let old = StoredResponse.stored([:], id: 1)
        store.insert(old, for: key("/"), fills.begin(key("/")))

        let new = StoredResponse.stored(["Vary": "X"], id: 2, for: ["X": "1"])
        store.replace(old, by: new, for: key("/"), fills.begin(key("/")))

        #expect(ids("/", in: store) == [2])
    }

    @Test func fillsAreForgottenWhenTheyEnd() {
        for _ in 0..<1000 { _ = fills.begin(key("/")) }

        #expect(fills.count == 0)
    }
}
