import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import TernImages

@Suite(.timeLimit(.minutes(20)))
struct ProgressTests {
    private let gate = SampleGate()
    private let body = Pictures.png(1, 1) + Data(count: 1_000)

    @Test func everyLoadReceivesTheProgressAlsoALateOne() async throws {
        let images = ImageClient<String>.stub { [gate, body] _ in .data(body).held(by: gate, after: 500) }
        let first = images.load(picture("a"))
        var updates = first.progress.makeAsyncIterator()
        var update = try #require(await updates.next())
        while update.receivedBytes < 500 { update = try #require(await updates.next()) }
        #expect(update.receivedBytes == 500)
        #expect(update.expectedReceivedBytes == Int64(body.count))

        // The latest update comes first, also to the load of a transform.
        for transforms in [[], [ImageTransform<String>.append("!")]] {
            let late = images.load(ImageRequest(picture("a"), transforms: transforms))
            var lateUpdates = late.progress.makeAsyncIterator()
            #expect(await lateUpdates.next()?.receivedBytes == 500)
        }
        gate.release()

        var last = update
        while let next = await updates.next() { last = next }
        #expect(last.receivedBytes == Int64(body.count))
        #expect(try await first.value == "1x1")
    }

    /// A plugin can repeat the request.
    @Test func receivedBytesNeverDecrease() async throws {
        let task = ImageTask(ImageRequest<String>(picture("a")), responseQueue: nil)
        var updates = task.progress.makeAsyncIterator()
        for (bytes, expected) in [(500, 500), (600, 600)] as [(Int64, Int64)] {
            task.report(TransferProgress(receivedBytes: bytes))
            task.report(TransferProgress(receivedBytes: 100))
            #expect(await updates.next()?.receivedBytes == expected)
        }
        var late = task.progress.makeAsyncIterator()
        #expect(await late.next()?.receivedBytes == 600)
    }

    /// The observers of one load, or of several loads of one picture.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [true, false]) func observersAreCalledInTheOrderOfArrival(isOneLoad: Bool)
        async throws
    {
        let scheduler = try #require(VirtualScheduler.current)
        let (gate, order) = (SampleGate(), Locked<[Int]>([]))
        let provider = Provider<ImageTarget>.stub(clock: scheduler.clock) { [body] _ in
            .data(body).held(by: gate, after: 500)
        }
        let images = ImageClient<String>(provider: provider, decoder: .sizes)
        let first = images.load(picture("a"))
        await gate.waitForArrivals(atLeast: 1)

        await withTaskGroup(of: Void.self) { group in
            for index in 0..<30 {
                let updates = (isOneLoad ? first : images.load(picture("a"))).progress
                group.addTask {
                    for await update in updates where update.receivedBytes > 500 {
                        order.withLock { $0.append(index) }
                        break
                    }
                }
            }
            try? await scheduler.clock.sleep(for: .seconds(1))
            gate.release()
        }

        #expect(order.withLock(\.self) == Array(0..<30))
    }

    @Test func sequencesThatAreNotReadAnyMoreAreReleased() async throws {
        let task = ImageTask(ImageRequest<String>(picture("a")), responseQueue: nil)
        let kept = task.progress
        for _ in 0..<100 { _ = task.progress }
        await Task { for await _ in task.progress { break } }.cancelledValue()
        #expect(task.progressObserverCount == 1)
        task.cancel()
        for await _ in kept {}
        #expect(task.progressObserverCount == 0)
    }

    @Test func progressOfAnEndedLoadEnds() async throws {
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(1, 1)) }
        let task = images.load(picture("a"))
        _ = try await task.value
        for await update in task.progress { #expect(update.receivedBytes > 0) }
        for await _ in images.load(picture("a")).progress { Issue.record("A picture from memory has progress.") }
        let cancelled = images.load(picture("b"))
        cancelled.cancel()
        for await _ in cancelled.progress {}
    }
}

extension Task where Success == Void, Failure == Never {
    /// Waits for the end of the task after its cancellation.
    fileprivate func cancelledValue() async {
        cancel()
        await value
    }
}
