import Foundation
import Tern
import TestDoubles
import Testing

@testable import TernHTTP

/// Bodies that are compressed while they are sent.
extension RequestCompressionPluginTests {
    @Test func largeStreamIsNeverHeldInMemory() async throws {
        let (chunkBytes, chunkCount) = (64 * 1024, 160)
        // Half of each chunk can't be compressed, so that there is output all the time.
        let noise = Data(noiseOfBytes: chunkBytes / 2)
        let made = Locked(0)
        let body = RequestBody.stream {
            AsyncStream<Data>(unfolding: {
                let index = made.withLock { made in
                    made += 1
                    return made
                }
                guard index <= chunkCount else { return nil }
                return noise + Data(repeating: UInt8(index), count: chunkBytes / 2)
            })
        }
        let result = try body.gzipped()
        let compressed = try #require(result)
        let seen = Locked((bytes: 0, largest: 0, first: 0))

        try await compressed.forEachChunk { chunk in
            let made = made.withLock(\.self)
            seen.withLock { seen in
                if seen.bytes == 0 { seen.first = made }
                seen.bytes += chunk.count
                seen.largest = max(seen.largest, chunk.count)
            }
        }

        let (bytes, largest, first) = seen.withLock(\.self)
        #expect(bytes > 1_000_000)
        #expect(first <= 4)
        #expect(largest <= 2 * GzipEncoder.pieceBytes)
    }

    @Test func largeChunkIsSentInSmallPieces() async throws {
        let noise = Data(noiseOfBytes: 1_000_000)
        let result = try RequestBody.stream { Self.stream([noise]) }.gzipped()
        let compressed = try #require(result)
        let largest = Locked(0)
        try await compressed.forEachChunk { chunk in largest.withLock { $0 = max($0, chunk.count) } }
        #expect(largest.withLock(\.self) <= 3 * GzipEncoder.pieceBytes)
        #expect(try await decoded(compressed) == noise)
    }

    @Test func streamWithoutChunksIsAnEmptyGzipBody() async throws {
        let request = try await sent(.stream { Self.stream([]) })
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(try await decoded(request.body) == Data())
    }

    @Test func errorsOfTheSourceAreThoseOfAnUncompressedBody() async throws {
        let broken = HTTPTask.stream {
            AsyncThrowingStream<Data, any Error> { sink in
                sink.yield(Self.data)
                sink.finish(throwing: Broken())
            }
        }
        let short = HTTPTask.stream(length: 10_000) { Self.stream() }
        for (task, reason) in [(broken, "threw Broken"), (short, "10000 were announced")] {
            let error = await #expect(throws: TernError.self) { try await sent(task) }
            #expect(error?.code == .encodingFailed)
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }
}
