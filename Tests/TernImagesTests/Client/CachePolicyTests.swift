import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernImages

/// What is in memory, and when.
@Suite(.timeLimit(.minutes(20)))
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
        #expect(await failure { try await image(.memoryOnly) }?.code == .notCached)
        #expect(images.statistics.downloads == 0)
        _ = try await image(.memoryFirst)
        #expect(try await image(.memoryOnly) == "1x1")
    }

    @Test func removedPictureIsLoadedAgain() async throws {
        _ = try await image(.memoryFirst)
        await images.remove(ImageRequest(picture("a")))
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

    /// A client whose first download waits for the gate. Its pictures have the sides 1, 2, and so on.
    private func client(heldBy gate: SampleGate) -> ImageClient<String> {
        let count = StubState(0)
        return .stub { _ in
            count.update { count in
                count += 1
                let sample = SampleResponse.data(Pictures.png(count, count))
                return count == 1 ? sample.held(by: gate) : sample
            }
        }
    }

    private func request(_ transforms: [String] = [], _ policy: ImageCachePolicy = .memoryFirst) -> ImageRequest<
        String
    > {
        ImageRequest(picture("a"), transforms: transforms.map { .append($0) }, cachePolicy: policy)
    }

    @Test func olderLoadDoesNotReplaceAReloadedPicture() async throws {
        let gate = SampleGate()
        let images = client(heldBy: gate)
        let old = [images.load(request()), images.load(request(["A"])), images.load(request(["A", "B"]))]
        await gate.waitForArrivals(atLeast: 1)

        #expect(try await images.image(request(["A"], .reload)) == "2x2A")
        #expect(try await images.image(request([], .reload)) == "3x3")
        // Not shared with the old loads.
        #expect(try await images.image(request(["A", "B"])) == "2x2AB")
        gate.release()

        var values: [String] = []
        for task in old { values.append(try await task.value) }
        #expect(values == ["1x1", "1x1A", "1x1AB"])
        #expect(images.cached(request()) == "3x3")
        #expect(images.cached(request(["A"])) == "2x2A")
        #expect(images.cached(request(["A", "B"])) == "2x2AB")
    }

    /// Another load begins after the reload, and ends after it.
    @Test func newerLoadReplacesAReloadedPicture() async throws {
        let gates = [SampleGate(), SampleGate()]
        let count = StubState(0)
        let images = ImageClient<String>.stub { _ in
            count.update { count in
                count += 1
                return .data(Pictures.png(count, count)).held(by: gates[count - 1])
            }
        }
        let reload = images.load(request([], .reload))
        await gates[0].waitForArrivals(atLeast: 1)
        let newer = images.load(request())
        await gates[1].waitForArrivals(atLeast: 1)
        gates[0].release()
        #expect(try await reload.value == "1x1")
        gates[1].release()
        #expect(try await newer.value == "2x2")
        #expect(images.cached(request()) == "2x2")
    }

    @Test func removedPictureIsNotKeptOrSharedByARunningLoad() async throws {
        let gate = SampleGate()
        let images = client(heldBy: gate)
        let old = [images.load(request()), images.load(request(["A"]))]
        await gate.waitForArrivals(atLeast: 1)

        await images.remove(request())
        #expect(try await images.image(request()) == "2x2")
        await images.remove(request())
        gate.release()

        #expect(try await old[0].value == "1x1")
        #expect(try await old[1].value == "1x1A")
        #expect(images.cached(request()) == nil)
        #expect(images.cached(request(["A"])) == nil)
    }

    @Test func removingATransformedPictureLeavesTheOthers() async throws {
        _ = try await images.image(request())
        _ = try await images.image(request(["A"]))
        await images.remove(request(["A"]))
        #expect(images.cached(request()) == "1x1")
        #expect(images.cached(request(["A"])) == nil)
        _ = try await images.image(request(["A"]))
        await images.remove(request())
        #expect(images.cached(request()) == nil)
        #expect(images.cached(request(["A"])) == "1x1A")
    }

    @Test func reloadOfATransformReplacesItsPictureInMemory() async throws {
        _ = try await images.image(request())
        #expect(try await images.image(request(["A", "B"], .reload)) == "2x2AB")
        #expect(images.cached(request()) == "2x2")
        // Wasn't in memory.
        #expect(images.cached(request(["A"])) == nil)
        #expect(try await images.image(request(["C"])) == "2x2C")
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

    /// Otherwise the thread would wait for a lock that it has.
    @Test func expiredPictureMayUseTheClientWhenItIsReleased() async throws {
        final class Picture: Sendable {
            let onRelease: @Sendable () -> Void
            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let (clock, client) = (ManualClock(), StubState<ImageClient<Picture>?>(nil))
        let counts = StubState<[Int]>([])
        let decoder = ImageDecoder<Picture> { _ in
            Picture { counts.update { [count = client.value?.statistics.cachedCount ?? -1] in $0.append(count) } }
        } cost: { _ in
            1
        }
        let images = ImageClient(
            provider: Provider<ImageTarget>.stub(clock: clock, journal: nil) { _ in .data(Pictures.png(1, 1)) },
            decoder: decoder,
            configuration: ImageClientConfiguration(memory: MemoryCacheLimits(maximumAge: .seconds(60)))
        )
        client.update { $0 = images }
        let same = ImageTransform<Picture>("same") { _ in Picture {} }
        _ = try await images.image(picture("a"))
        clock.advance(by: .seconds(60))
        // Looks into the memory for the picture without the transform.
        _ = try await images.image(ImageRequest(picture("a"), transforms: [same]))

        await images.waitUntilIdle()
        #expect(!counts.value.isEmpty && counts.value.allSatisfy { $0 >= 0 })
        client.update { $0 = nil }
    }

    /// Another load can end between the first look into the memory and the lock of the client.
    @Test func pictureThatArrivesDuringTheSecondLookIsAHit() throws {
        let memory = ImageMemory<String>(cache: MemoryCache())
        var state = ImagePipelineState(memory: memory, configuration: ImageClientConfiguration())
        let request = ImageRequest<String>(picture("a"))
        _ = memory.set("A", for: ImageKey(request), cost: 1, at: .zero)

        let effects = state.add(ImageTask(request, responseQueue: nil), ImageKey(request), at: .zero)

        #expect(try effects.ends.first?.result.get() == "A")
        #expect((memory.cache.hits, state.counts.memoryMisses) == (1, 0))
    }

    @Test func insertedPictureIsFoundInMemory() async throws {
        #expect(images.insert("own", for: request()))
        #expect(images.cached(picture("a")) == "own")
        #expect(try await images.image(request()) == "own")
        #expect(try await images.image(request(["A"])) == "ownA")
        #expect(try await image(.memoryOnly) == "own")
        #expect(images.statistics.downloads == 0)
        #expect(images.statistics.cachedCost == 3 + 4)
        #expect(try await image(.reload) == "1x1")
        #expect(images.cached(picture("a")) == "1x1")
    }

    @Test func insertedPictureIsNotReplacedByARunningLoad() async throws {
        let gate = SampleGate()
        let images = client(heldBy: gate)
        let old = [images.load(request()), images.load(request(["A"]))]
        await gate.waitForArrivals(atLeast: 1)

        images.insert("own", for: request())
        #expect(try await images.image(request(["A"])) == "ownA")
        gate.release()

        #expect(try await old[0].value == "1x1")
        #expect(try await old[1].value == "1x1A")
        #expect(images.cached(request()) == "own")
        #expect(images.cached(request(["A"])) == "ownA")
    }

    @Test func tooLargePictureIsNotInserted() async throws {
        let configuration = ImageClientConfiguration(memory: MemoryCacheLimits(maximumCost: 30))
        let images = ImageClient<String>.stub(configuration: configuration) { _ in .data(Pictures.png(1, 1)) }
        #expect(images.insert("own", for: request()))
        #expect(!images.insert("large", for: request()))
        #expect(images.cached(request()) == nil)
    }

    @Test func clientsShareNothing() async throws {
        _ = try await image(.memoryFirst)
        let other = ImageClient<String>.stub { _ in .status(404) }
        #expect(other.cached(picture("a")) == nil)
    }
}
