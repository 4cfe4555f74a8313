import Foundation
import Tern
import TernCache
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// Only a body that was received completely is stored.
@Suite(.timeLimit(.minutes(20)))
struct StoredBodyTests {
    private static let deliveries: [Request.Delivery] = [.collected(), .streamed]

    private func read(_ response: Response) async throws -> String {
        guard let stream = response.stream else { return response.text }
        return String(decoding: try await stream.collected(), as: UTF8.self)
    }

    @Test(arguments: deliveries, deliveries)
    func aStreamIsStoredWhenItWasReadToItsEnd(first: Request.Delivery, second: Request.Delivery) async throws {
        let api = CachedAPI({ _ in .streamed(["one ", "two"]) })

        let sent = try await api.send(delivery: first)
        #expect(api.cache.statistics.count == (first == .streamed ? 0 : 1))
        #expect(try await read(sent) == "one two")
        let stored = try await api.send(delivery: second)

        #expect(sent.cache == .fetched(stored: true))
        #expect(stored.cache == .hit(age: .zero))
        #expect(try await read(stored) == "one two")
        #expect(api.requests.count == 1)
    }

    /// aspnetcore 66877.
    @Test(arguments: deliveries) func aBodyThatFailsIsNotStored(delivery: Request.Delivery) async throws {
        let lost = TernError(.connectionLost)
        let api = CachedAPI({ _ in .streamed(["one "], then: lost) }, { _ in .streamed(["whole"]) })

        #expect(await failure { try await read(api.send(delivery: delivery)) }?.code == .connectionLost)

        #expect(api.cache.statistics.count == 0)
        #expect(try await read(api.send(delivery: delivery)) == "whole")
    }

    /// The request that was sent first may end last.
    @Test func anOlderResponseReplacesNoNewerOne() async throws {
        let api = CachedAPI({ _ in .streamed(["old"]) }, { _ in .streamed(["new"]) })
        let old = try await api.send(delivery: .streamed)
        api.pass(.seconds(10))
        let new = try await api.send(delivery: .streamed)

        #expect(try await read(new) == "new")
        #expect(try await read(old) == "old")

        let stored = try await api.send()
        #expect(stored.text == "new")
        #expect(stored.cache == .hit(age: .zero))
    }

    @Test func aReaderThatLeavesStoresNothing() async throws {
        let source = Watched(false)
        let api = CachedAPI({ _ in
            let body = AsyncStream<Data> { stream in
                stream.onTermination = { _ in source.update { $0 = true } }
                stream.yield(Data("one".utf8))
                stream.yield(Data("two".utf8))
            }
            return Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: .stream(BodyStream(body)))
        })

        let stream = try #require(try await api.send(delivery: .streamed).stream)
        for try await _ in stream { break }

        await source.value { $0 }
        #expect(api.cache.statistics.count == 0)
    }

    @Test func aCancelledReaderStoresNothing() async throws {
        let source = Watched(false)
        let api = CachedAPI({ _ in
            let body = AsyncStream<Data> { stream in
                stream.onTermination = { _ in source.update { $0 = true } }
                stream.yield(Data("one".utf8))
            }
            return Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: .stream(BodyStream(body)))
        })
        let task = Task { try await api.send() }
        await api.transport.waitForRequests(atLeast: 1)

        task.cancel()
        await source.value { $0 }

        #expect(await failure { try await task.value }?.code == .cancelled)
        #expect(api.cache.statistics.count == 0)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: deliveries) func aBodyThatTimesOutIsNotStored(
        delivery: Request.Delivery
    ) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let cache = HTTPCache(now: { .arrival })
        let pieces = [Data("one".utf8), Data("two".utf8)]
        let provider = Provider<OpenTarget>(
            endpointClosure: {
                Endpoint($0).responding(
                    .chunked(pieces, every: .seconds(10), headers: ["Cache-Control": "max-age=60"])
                )
            },
            stubClosure: Provider.immediatelyStub,
            transport: RecordingTransport().cached(by: cache),
            clock: scheduler.clock
        )

        let error = await #expect(throws: TernError.self) {
            try await read(
                provider.request(OpenTarget(timeout: .seconds(5)), options: CallOptions(delivery: delivery))
            )
        }

        #expect(error?.code == .timedOut)
        #expect(scheduler.now == .seconds(5))
        #expect(cache.statistics.count == 0)
    }

    @Test(arguments: [("3", 0), ("5", 0), ("4", 1), ("x", 1)])
    func aBodyOfAnotherLengthThanAnnouncedIsNotStored(length: String, count: Int) async throws {
        let api = CachedAPI({ _ in .fresh("four", ["Content-Length": length]) })

        #expect(try await api.send().text == "four")

        #expect(api.cache.statistics.count == count)
    }

    @Test func theLengthOfADecodedBodyIsNotTheAnnouncedOne() async throws {
        let api = CachedAPI({ _ in
            var response = Response.fresh("decoded", ["Content-Length": "3", "Content-Encoding": "gzip"])
            response.isDecoded = true
            return response
        })

        try await api.send()
        let hit = try await api.send()

        #expect(hit.cache == .hit(age: .zero))
        #expect(hit.isDecoded)
        #expect(hit.headers["Content-Encoding"] == "gzip")
    }

    @Test func aBodyThatStaysEncodedIsAnotherResponse() async throws {
        let api = CachedAPI({ request in
            var response = Response.fresh(request.decoding == .none ? "raw" : "decoded", ["Content-Encoding": "gzip"])
            response.isDecoded = request.decoding == .automatic
            return response
        })

        try await api.send()
        let raw = try await api.provider.request(OpenTarget(), options: CallOptions(decoding: .none))

        #expect(raw.text == "raw")
        #expect(try await api.send().text == "decoded")
        #expect(api.requests.count == 2)
    }

    /// Meziantou 2872.
    @Test(arguments: deliveries) func aLongBodyIsPassedOnAndNotStored(delivery: Request.Delivery) async throws {
        let piece = String(repeating: "x", count: 1000)
        let api = CachedAPI(
            maximumEntryBytes: 5000,
            transport: RecordingTransport { request in
                request.url.path == "/announced"
                    ? .streamed(Array(repeating: piece, count: 10), ["Content-Length": "10000"])
                    : .streamed(Array(repeating: piece, count: 10))
            }
        )

        let announced = try await api.send(path: "/announced", delivery: delivery)
        #expect(announced.cache == .fetched(stored: false))
        #expect(try await read(announced).count == 10_000)
        #expect(try await read(api.send(delivery: delivery)).count == 10_000)

        #expect(api.cache.statistics.count == 0)
    }

    @Test func aBodyInAFileIsStored() async throws {
        let folder = TemporaryFolder()
        let file = folder.url.appending(path: "body")
        try Data("in a file".utf8).write(to: file)
        let api = CachedAPI({ _ in
            Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: .file(file))
        })

        #expect(try await api.send().text == "in a file")
        #expect(try await api.send().text == "in a file")
        #expect(api.requests.count == 1)
    }

    @Test func trailersAreStored() async throws {
        let api = CachedAPI({ _ in
            let pieces = AsyncStream<Data> { stream in
                stream.yield(Data("one".utf8))
                stream.finish()
            }
            let stream = BodyStream(pieces, trailers: { ["X-Sum": "1"] })
            return Response(statusCode: 200, headers: ["Cache-Control": "max-age=60"], body: .stream(stream))
        })

        try await api.send()

        #expect(try await api.send().trailers == ["X-Sum": "1"])
    }

    // MARK: - Ranges

    @Test func rangesAreAnsweredFromAWholeBody() async throws {
        let api = CachedAPI({ _ in .fresh("0123456789", ["ETag": "\"a\"", "Content-Length": "10"]) })
        try await api.send()

        let part = try await api.send(headers: ["Range": "bytes=2-4"])
        let other = try await api.send(headers: ["Range": "bytes=2-4", "If-Range": "\"b\""])

        #expect(part.statusCode == 206)
        #expect(part.text == "234")
        #expect(part.data[0] == UInt8(ascii: "2"))
        #expect(part.headers["Content-Range"] == "bytes 2-4/10")
        #expect(part.headers["Content-Length"] == "3")
        #expect(other.statusCode == 200)
        #expect(other.text == "0123456789")
        #expect(api.requests.count == 1)
    }

    @Test func partsAreNotStored() async throws {
        let api = CachedAPI(
            { _ in .fresh("234", ["Content-Range": "bytes 2-4/10"], status: 206) },
            { _ in .fresh("0123456789") }
        )

        let part = try await api.send(headers: ["Range": "bytes=2-4"])

        #expect(part.cache == .fetched(stored: false))
        #expect(try await api.send().text == "0123456789")
    }

    @Test func anEncodedResponseToARangeIsNotStored() async throws {
        let api = CachedAPI({ _ in .fresh("encoded", ["Content-Encoding": "gzip"]) })

        try await api.send(headers: ["Range": "bytes=0-"])

        #expect(api.cache.statistics.count == 0)
    }

    @Test func aStoredResponseIsDownloaded() async throws {
        let folder = TemporaryFolder()
        let api = CachedAPI({ _ in .streamed(["one ", "two"]) })

        for name in ["a", "b"] {
            _ = try await api.provider.download(OpenTarget(), to: .file(folder.url.appending(path: name)))
        }

        #expect(try folder.contents() == ["a": "one two", "b": "one two"])
        #expect(api.requests.count == 1)
    }
}
