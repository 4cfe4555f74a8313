import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

@testable import TernImages

/// The order in which downloads and decodes get their turn.
@Suite(.timeLimit(.minutes(20)))
struct PriorityTests {
    private let order = StubState<[String]>([])
    private let gate = SampleGate()

    /// Its first download is held, and occupies the only slot.
    private func client() -> ImageClient<String> {
        .stub(configuration: ImageClientConfiguration(maximumDownloads: 1)) { [order, gate] target in
            order.update { $0.append(target.url.lastPathComponent) }
            let sample = SampleResponse.data(Pictures.png(1, 1))
            return target.url.lastPathComponent == "first" ? sample.held(by: gate) : sample
        }
    }

    private func load(_ images: ImageClient<String>, _ name: String, _ priority: CallOptions.Priority = .normal)
        -> ImageTask<
            String
        >
    {
        images.load(ImageRequest(picture(name), priority: priority))
    }

    private func finish(_ images: ImageClient<String>) async -> [String] {
        await gate.waitForArrivals(atLeast: 1)
        gate.release()
        await images.waitUntilIdle()
        return order.value
    }

    @Test func higherPrioritiesGoFirstInTheOrderOfArrival() async {
        let images = client()
        for (name, priority) in [
            ("first", .normal), ("low", .low), ("b", .normal), ("high", .high), ("c", .normal),
            ("top", CallOptions.Priority(rawValue: 500)),
        ] { _ = load(images, name, priority) }

        #expect(await finish(images) == ["first", "top", "high", "b", "c", "low"])
    }

    @Test func changedPriorityMovesWaitingWork() async {
        let images = client()
        _ = load(images, "first")
        let tasks = ["a", "b", "c", "d"].map { load(images, $0) }
        tasks[2].priority = .high
        tasks[0].priority = .low
        #expect(tasks[2].priority == .high)

        #expect(await finish(images) == ["first", "c", "b", "d", "a"])
    }

    @Test func sharedWorkHasTheHighestPriorityOfItsLoads() async {
        let images = client()
        _ = load(images, "first")
        _ = load(images, "a")
        _ = load(images, "b", .low)
        let urgent = images.load(ImageRequest(picture("b"), transforms: [.append("!")], priority: .high))
        _ = load(images, "c", .low)
        let lost = load(images, "c", .high)
        lost.cancel()
        _ = urgent

        #expect(await finish(images) == ["first", "b", "a", "c"])
    }

    @Test func prefetchGoesLastAndStopsWhenItIsReleased() async {
        let images = client()
        _ = load(images, "first")
        var prefetch: ImagePrefetch? = images.prefetch(["p", "q"].map(picture))
        var stopped: ImagePrefetch? = images.prefetch(["r", "s"].map(picture))
        _ = load(images, "a")
        let kept = load(images, "s")
        #expect(stopped != nil)
        stopped = nil
        _ = kept

        #expect(await finish(images) == ["first", "a", "s", "p", "q"])
        #expect(await prefetch?.finished() == 2)
        #expect(images.cached(picture("p")) == "1x1")
        #expect(images.statistics.cancelled == 2)
        prefetch = nil
    }

    @Test(arguments: [1, 3]) func downloadsAndDecodesAreLimited(_ maximum: Int) async throws {
        let running = StubState((now: 0, most: 0))
        let decodes = SampleGate()
        let decoder = ImageDecoder<String> { _ in
            running.update { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            try await decodes.pass()
            running.update { $0.now -= 1 }
            return "done"
        } cost: { _ in
            1
        }
        let downloading = StubState(0)
        let configuration = ImageClientConfiguration(maximumDownloads: maximum, maximumDecodes: maximum)
        let images = ImageClient<String>.stub(configuration: configuration, decoder: decoder) { _ in
            downloading.update { $0 += 1 }
            return .data(Pictures.png(1, 1)).held(by: gate)
        }
        let tasks = (0..<20).map { images.load(picture("\($0)")) }
        await gate.waitForArrivals(atLeast: maximum)
        #expect(downloading.value == maximum)

        gate.release()
        await decodes.waitForArrivals(atLeast: maximum)
        #expect(running.value.now == maximum)
        decodes.release()
        for task in tasks { _ = try await task.value }
        #expect(running.value.most <= maximum)
        #expect(downloading.value == 20)
    }

    /// Other loads can join it.
    @Test func workOfABackgroundTaskHasMediumPriority() async throws {
        let decoder = ImageDecoder<TaskPriority>(decode: { _ in Task.currentPriority }, cost: { _ in 1 })
        let images = ImageClient(
            provider: Provider<ImageTarget>.stub(journal: nil) { _ in .data(Pictures.png(1, 1)) },
            decoder: decoder
        )
        let (loads, continuation) = AsyncStream.makeStream(of: ImageTask<TaskPriority>.self)
        Task.detached(priority: .background) { continuation.yield(images.load(picture("a"))) }
        let load = try #require(await loads.first { _ in true })
        #expect(try await load.value >= .medium)
    }

    @Test func slotQueueBehavesAsItsModel() {
        for seed in 0..<200 as Range<UInt64> {
            var numbers = SeededRandom(seed: seed)
            var queue = SlotQueue(maximum: 2)
            var (model, holders, next): ([(job: Int, priority: Int, number: Int)], Set<Int>, Int) = ([], [], 0)
            for step in 0..<500 {
                let priority = Int.random(in: 0..<4, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0:
                    next += 1
                    let isGranted = queue.enter(next, CallOptions.Priority(rawValue: priority))
                    #expect(isGranted == (holders.count < 2))
                    if isGranted { holders.insert(next) } else { model.append((next, priority, step)) }
                case 1:
                    guard let index = model.indices.randomElement(using: &numbers) else { continue }
                    queue.leave(model.remove(at: index).job)
                case 2:
                    guard let index = model.indices.randomElement(using: &numbers) else { continue }
                    queue.move(model[index].job, to: CallOptions.Priority(rawValue: priority))
                    if model[index].priority != priority {
                        (model[index].priority, model[index].number) = (priority, step)
                    }
                default:
                    guard let holder = holders.first else { continue }
                    holders.remove(holder)
                    let first = model.max { ($0.priority, -$0.number) < ($1.priority, -$1.number) }
                    #expect(queue.release() == first?.job)
                    if let first {
                        holders.insert(first.job)
                        model.removeAll { $0.job == first.job }
                    }
                }
                #expect(queue.waitingCount == model.count)
            }
        }
    }
}
