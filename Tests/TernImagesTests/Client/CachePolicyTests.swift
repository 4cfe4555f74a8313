import Foundation
import Tern
import TernTesting
import Testing

@testable import TernImages

/// What is in memory, and when.
@Suite(.timeLimit(.minutes(5)))
struct CachePolicyTests {
    /// Its pictures have the sides 1, 2, and so on.
    private let images: ImageClient<String>

    init() {
        let count = StubState(0)
        images = .stub { _ in
            count.update { count in
                count += 1
                return .data(Pictures.png(count, count))
            }
        }
    }

    private func image(_ policy: ImageCachePolicy) async throws -> String {
        try await images.image(ImageRequest(picture("a"), cachePolicy: policy))
    }

    @Test func memoryComesFirstByDefault() async throws {
        #expect(images.cached(picture("a")) == nil)
        #expect(try await images.image(picture("a")) == "1x1")
        #expect(try await images.image(picture("a")) == "1x1")
        #expect(images.cached(picture("a")) == "1x1")
        #expect(images.statistics.downloads == 1)
        #expect(images.statistics.memoryHits == 2)
        #expect(images.statistics.cachedCost == 3)
    }

    @Test func reloadReplacesThePictureInMemory() async throws {
        _ = try await image(.memoryFirst)
        #expect(try await image(.reload) == "2x2")
        #expect(images.cached(picture("a")) == "2x2")
    }

    @Test func noMemoryLeavesTheMemoryAsItIs() async throws {
        #expect(try await image(.noMemory) == "1x1")
        #expect(images.cached(picture("a")) == nil)
        #expect(try await image(.memoryFirst) == "2x2")
        #expect(try await image(.noMemory) == "3x3")
        #expect(images.cached(picture("a")) == "2x2")
    }

    @Test func memoryOnlySendsNothing() async throws {
        let error = await #expect(throws: TernError.self) { try await image(.memoryOnly) }
        #expect(error?.code == .notCached)
        #expect(images.statistics.downloads == 0)
        _ = try await image(.memoryFirst)
        #expect(try await image(.memoryOnly) == "1x1")
    }

    @Test func removedPictureIsLoadedAgain() async throws {
        _ = try await image(.memoryFirst)
        images.remove(ImageRequest(picture("a")))
        #expect(try await image(.memoryFirst) == "2x2")
    }

    @Test func nothingFromBeforeRemoveAllIsKeptOrShared() async throws {
        let gate = SampleGate()
        let count = StubState(0)
        let images = ImageClient<String>.stub { _ in
            count.update { count in
                count += 1
                let sample = SampleResponse.data(Pictures.png(count, count))
                return count == 1 ? sample.held(by: gate) : sample
            }
        }
        let before = images.load(picture("a"))
        await gate.waitForArrivals(atLeast: 1)

        await images.removeAll()
        #expect(try await images.image(picture("a")) == "2x2")
        gate.release()

        #expect(try await before.value == "1x1")
        #expect(images.cached(picture("a")) == "2x2")
    }

    @Test func picturesExpireOnTheClockOfTheProvider() async throws {
        let clock = ManualClock()
        let configuration = ImageClientConfiguration(memory: MemoryCacheLimits(maximumAge: .seconds(60)))
        let images = ImageClient<String>.stub(configuration: configuration, clock: clock) { _ in
            .data(Pictures.png(1, 1))
        }
        _ = try await images.image(picture("a"))
        clock.advance(by: .seconds(59))
        #expect(images.cached(picture("a")) == "1x1")
        clock.advance(by: .seconds(1))
        #expect(images.cached(picture("a")) == nil)
    }

    @Test func clientsShareNothing() async throws {
        _ = try await image(.memoryFirst)
        let other = ImageClient<String>.stub { _ in .status(404) }
        #expect(other.cached(picture("a")) == nil)
    }
}
