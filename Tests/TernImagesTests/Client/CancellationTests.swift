import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import TernImages

/// Loads that are cancelled.
@Suite(.timeLimit(.minutes(20)))
struct CancellationTests {
    private let gate = SampleGate()

    private func client(_ configuration: ImageClientConfiguration = ImageClientConfiguration()) -> ImageClient<String> {
        .stub(configuration: configuration) { [gate] _ in .data(Pictures.png(3, 4)).held(by: gate) }
    }

    @Test func cancelIsSynchronousAndCanBeRepeated() async throws {
        let images = client()
        let task = images.load(picture("a"))
        task.cancel()
        task.cancel()

        #expect(await failure { try await task.value }?.code == .cancelled)
        #expect(images.statistics.cancelled == 1)
        #expect(images.statistics.waitingLoads == 0)
    }

    @Test func cancellationByADecoderCountsAsCancelled() async throws {
        let decoder = ImageDecoder<String>(decode: { _ in throw CancellationError() }, cost: { _ in 1 })
        let images = ImageClient<String>.stub(decoder: decoder) { _ in .data(Pictures.png(1, 1)) }
        #expect(await images.load(picture("a")).errorCode == .cancelled)
        #expect((images.statistics.cancelled, images.statistics.failed) == (1, 0))
    }

    @Test func otherLoadsContinueWithTheSharedWork() async throws {
        let images = client()
        let (first, second) = (images.load(picture("a")), images.load(picture("a")))
        await gate.waitForArrivals(atLeast: 1)
        first.cancel()
        gate.release()

        #expect(try await second.value == "3x4")
        #expect(await first.errorCode == .cancelled)
        #expect(images.statistics.downloads == 1)
    }

    @Test func newLoadDoesNotJoinCancelledWork() async throws {
        let images = client()
        let first = images.load(picture("a"))
        await gate.waitForArrivals(atLeast: 1)
        first.cancel()
        let second = images.load(picture("a"))
        gate.release()

        #expect(try await second.value == "3x4")
        #expect(images.statistics.downloads == 2)
        #expect(images.statistics.shared == 0)
    }

    @Test func cancellingTheWaitingTaskCancelsTheLoad() async throws {
        let images = client()
        let waiting = Task { try await images.image(picture("a")) }
        await gate.waitForArrivals(atLeast: 1)
        waiting.cancel()

        #expect(
            await waiting.result.mapError { $0 as? TernError ?? TernError(.transportFailed) }.errorCode == .cancelled
        )
        #expect(images.statistics.cancelled == 1)
    }

    @Test func cancellingATransformEndsTheDownloadOfItsPicture() async throws {
        let images = client()
        let task = images.load(ImageRequest(picture("a"), transforms: [.append("A"), .append("B")]))
        await gate.waitForArrivals(atLeast: 1)
        task.cancel()

        #expect(await task.errorCode == .cancelled)
        await images.waitUntilIdle()
        #expect(images.statistics.decodes == 0)
    }

    @Test func transformContinuesWhenTheLoadOfItsPictureIsCancelled() async throws {
        let images = client()
        let plain = images.load(picture("a"))
        let marked = images.load(ImageRequest(picture("a"), transforms: [.append("A")]))
        await gate.waitForArrivals(atLeast: 1)
        plain.cancel()
        gate.release()

        #expect(try await marked.value == "3x4A")
        #expect(images.statistics.downloads == 1)
        // No load waits for it any more.
        #expect(images.cached(picture("a")) == nil)
    }

    @Test func completionReceivesCancelledAfterCancel() async throws {
        let images = client()
        let (results, continuation) = AsyncStream.makeStream(of: Result<String, TernError>.self)
        let task = images.load(picture("a")).onCompletion { continuation.yield($0) }
        task.cancel()

        let result = await results.first { _ in true }
        #expect(result?.errorCode == .cancelled)
    }

    @Test func tenThousandCancelledLoadsLeaveNothing() async throws {
        let images = client()
        for index in 0..<10_000 {
            let task = images.load(picture("\(index % 100)"))
            task.cancel()
            #expect(await task.errorCode == .cancelled)
        }
        await images.waitUntilIdle()

        #expect(images.statistics.cancelled == 10_000)
        #expect(images.statistics.waitingLoads == 0)
        #expect(images.statistics.cachedCount == 0)
    }

    /// Runs on several threads, also under Thread Sanitizer.
    @Test func cancelAndAskAgainRaces() async throws {
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(3, 4)) }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<2_500 {
                        let url = picture("\(round % 7)")
                        let first = images.load(
                            ImageRequest(url, cachePolicy: worker % 2 == 0 ? .noMemory : .memoryFirst)
                        )
                        if round % 5 == 0 { first.priority = .high }
                        async let cancelled: Void = first.cancel()
                        let second = images.load(ImageRequest(url, cachePolicy: .noMemory))
                        await cancelled
                        #expect((try? await second.value) == "3x4")
                        let result = await first.result
                        #expect((try? result.get()) == "3x4" || result.errorCode == .cancelled)
                    }
                }
            }
        }
        await images.waitUntilIdle()
        #expect(images.statistics.waitingLoads == 0)
    }

    @Test func releasedClientFinishesItsLoadsAndIsFreed() async throws {
        final class Marker: Sendable {
            let onRelease: @Sendable () -> Void
            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let (released, continuation) = AsyncStream.makeStream(of: Void.self)
        let isReleased = StubState(false)
        func makeClient() -> ImageClient<String> {
            let marker = Marker {
                isReleased.update { $0 = true }
                continuation.finish()
            }
            let decoder = ImageDecoder<String> { _ in
                _ = marker
                return "done"
            } cost: { _ in
                1
            }
            return .stub(decoder: decoder) { [gate] _ in .data(Pictures.png(1, 1)).held(by: gate) }
        }
        var images: ImageClient<String>? = makeClient()
        let task = images?.load(picture("a"))
        images?.load(picture("b"))
        await gate.waitForArrivals(atLeast: 2)
        images = nil
        #expect(!isReleased.value)

        gate.release()
        #expect(try await task?.value == "done")
        // Ends when nothing has the decoder any more.
        for await _ in released {}
        #expect(isReleased.value)
    }
}
