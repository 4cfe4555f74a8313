import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernCache

/// Bodies that are being stored count against the limits.
@Suite(.timeLimit(.minutes(20)))
struct OpenBodiesTests {
    private static let piece = Data(count: 65_536)

    private func bodies(_ count: Int, maximumBytes: Int = .max, maximumCount: Int = .max) -> (
        OpenBodies, given: Watched<[Int]>
    ) {
        var bodies = OpenBodies(maximumBytes: maximumBytes, maximumCount: maximumCount)
        let given = Watched<[Int]>([])
        for index in 1...count { #expect(bodies.begin { given.update { $0.append(index) } } == UInt64(index)) }
        return (bodies, given)
    }

    @Test func theBodyThatBeganFirstIsGivenUp() {
        var (bodies, given) = bodies(3, maximumBytes: 10)
        for number in [2, 1, 3] as [UInt64] { bodies.add(4, to: number) }

        for giveUp in bodies.endSurplus() { giveUp() }
        bodies.add(100, to: 1)

        #expect(given.value == [1])
        #expect(bodies.bytes == 8)
        #expect(bodies.endSurplus().isEmpty)
    }

    @Test func bodiesHaveANumber() {
        var (bodies, given) = bodies(5, maximumCount: 3)

        for giveUp in bodies.endSurplus() { giveUp() }

        #expect(given.value == [1, 2])
        #expect(bodies.count == 3)
    }

    @Test func nothingOfABodyCountsAfterItsEnd() {
        var (bodies, _) = bodies(2)
        for number in [1, 2] as [UInt64] { bodies.add(4, to: number) }

        for number in [1, 1, 2] as [UInt64] { bodies.end(number) }

        #expect(bodies.bytes == 0)
        #expect(bodies.count == 0)
    }

    @Test(arguments: [false, true])
    func openStreamsStayWithinTheLimits(hasDisk: Bool) async throws {
        let folder = TemporaryFolder()
        let maximum = 8 << 20
        let disk = hasDisk ? HTTPCache.Disk(folder: folder.url, maximumBytes: maximum) : nil
        let pieces = 12
        let transport = RecordingTransport { _ in
            let body = AsyncStream<Data> { stream in for _ in 0..<pieces { stream.yield(Self.piece) } }
            return Response(statusCode: 200, headers: ["ETag": "\"a\""], body: .stream(BodyStream(body)))
        }
        let api = CachedAPI(disk: disk, maximumBytes: maximum, transport: transport)
        let (memory, entries) = (api.cache.tiers.memory, api.cache.tiers.disk?.entries)

        var iterators: [BodyStream.AsyncIterator] = []
        for index in 0..<20 {
            let stream = try #require(try await api.send(path: "/\(index)", delivery: .streamed).stream)
            var iterator = stream.makeAsyncIterator()
            for _ in 0..<pieces { _ = try await iterator.next() }
            iterators.append(iterator)
        }

        // Beside a disk, the memory collects no long body of unknown length.
        #expect(hasDisk ? memory.openBytes == 0 : memory.openBytes > maximum / 4)
        #expect(memory.openBytes <= maximum / 2)
        if let entries {
            #expect(entries.openBytes > maximum / 4)
            #expect(entries.openBytes <= maximum / 2)
            #expect(try folder.bytes <= maximum)
        }
        iterators = []
        #expect(memory.openBytes == 0)
        #expect(entries?.openBytes ?? 0 == 0)
        #expect(folder.files.allSatisfy { !$0.contains(".tern-") })
    }

    /// A stream that began long ago makes room, and leaves nothing older behind.
    @Test(arguments: [false, true])
    func aBodyThatWasGivenUpIsDeliveredAndNotStored(hasDisk: Bool) async throws {
        let folder = TemporaryFolder()
        let disk = hasDisk ? HTTPCache.Disk(folder: folder.url, maximumBytes: 2_000_000) : nil
        let text = String(repeating: "x", count: 90_000)
        let transport = RecordingTransport { request in
            request.url.path == "/first" && request.headers.contains("X-Old") ? .fresh("old") : .streamed([text, text])
        }
        let api = CachedAPI(disk: disk, maximumBytes: 2_000_000, transport: transport)
        try await api.send(path: "/first", headers: ["X-Old": "1"])
        api.pass(.seconds(1))

        let first = try #require(try await api.send(path: "/first", use: .reload, delivery: .streamed).stream)
        var iterator = first.makeAsyncIterator()
        var bytes = try await iterator.next()?.count ?? 0
        var others: [BodyStream.AsyncIterator] = []
        for index in 0..<12 {
            let stream = try #require(try await api.send(path: "/\(index)", delivery: .streamed).stream)
            others.append(stream.makeAsyncIterator())
            _ = try await others[index].next()
        }
        while let piece = try await iterator.next() { bytes += piece.count }

        #expect(bytes == 180_000)
        #expect(try await api.send(path: "/first", use: .onlyStored).statusCode == 504)
    }
}

extension TemporaryFolder {
    /// The bytes of all files.
    fileprivate var bytes: Int {
        get throws {
            try files.reduce(0) { sum, file in
                let attributes = try FileManager.default.attributesOfItem(atPath: url.path + "/" + file)
                return sum + (attributes[.size] as? Int ?? 0)
            }
        }
    }
}
