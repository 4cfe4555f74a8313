import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import TestRounds
import Testing

@testable import TernImages

/// Loads that join, are cancelled, ask again and change their priority, in many orders.
@Suite(.timeLimit(.minutes(20)))
struct InterleavingTests {
    private static let decoded = ["/a": "2x1", "/bb": "3x1", "/ccc": "4x1"]

    private static func client(_ clock: any Clock<Duration>, _ downloads: WatchedDownloads) -> ImageClient<String> {
        let decoder = ImageDecoder<String> { encoded in
            try await clock.sleep(for: .seconds(1))
            return encoded.header.size.map { "\($0.width)x\($0.height)" } ?? "unknown"
        } cost: {
            $0.utf8.count
        }
        return ImageClient(
            transport: downloads,
            decoder: decoder,
            configuration: ImageClientConfiguration(maximumDownloads: 2, maximumDecodes: 1),
            clock: clock
        )
    }

    /// A request of a client's random program.
    private static func request(_ numbers: inout SeededRandom, _ policy: ImageCachePolicy) -> ImageRequest<String> {
        let name = ["a", "bb", "ccc"].randomElement(using: &numbers) ?? "a"
        let chains: [[ImageTransform<String>]] = [[], [], [.append("A")], [.append("A"), .append("B")]]
        return ImageRequest(
            picture(name),
            transforms: chains.randomElement(using: &numbers) ?? [],
            cachePolicy: policy,
            priority: CallOptions.Priority(rawValue: Int.random(in: 0..<3, using: &numbers))
        )
    }

    private static func value(of request: ImageRequest<String>) -> String {
        (decoded[request.url.path] ?? "") + request.transforms.map { $0.key.replacing("append ", with: "") }.joined()
    }

    /// One user: asks, cancels now and then, and asks again.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func use(
        _ images: ImageClient<String>,
        _ user: UInt64,
        _ clock: any Clock<Duration>,
        _ policy: ImageCachePolicy
    ) async throws {
        var numbers = SeededRandom(seed: user)
        for _ in 0..<5 {
            let request = request(&numbers, policy)
            let task = images.load(request)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                try await clock.sleep(for: .seconds(Int.random(in: 0..<3, using: &numbers)))
                task.cancel()
                let result = await task.result
                #expect(result.errorCode == .cancelled || (try? result.get()) == value(of: request))
                #expect(try await images.image(request) == value(of: request))
            case 1:
                await Task.yield()
                task.priority = CallOptions.Priority(rawValue: Int.random(in: 0..<5, using: &numbers))
                #expect(try await task.value == value(of: request))
            case 2:
                let prefetch = images.prefetch([request])
                await Task.yield()
                prefetch.cancel()
                #expect(try await task.value == value(of: request))
            default:
                #expect(try await task.value == value(of: request))
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [ImageCachePolicy.noMemory, .memoryFirst])
    func everyOrderGivesEachLoadItsPicture(_ policy: ImageCachePolicy) async throws {
        let result = try await VirtualScheduler.explore(seeds: Rounds.seeds(200)) { scheduler in
            let downloads = WatchedDownloads(clock: scheduler.clock)
            let images = Self.client(scheduler.clock, downloads)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<6 as Range<UInt64> {
                    group.addTask { try await Self.use(images, user, scheduler.clock, policy) }
                }
                try await group.waitForAll()
            }
            await images.waitUntilIdle()

            let statistics = images.statistics
            #expect(statistics.work == 0)
            #expect(statistics.waitingLoads == 0)
            #expect(statistics.failed == 0)
            #expect(downloads.runningCount == 0)
            #expect(downloads.most <= 2)
        }
        #expect(result.runs == Rounds.seeds(200).count)
    }

    /// Some URLs of a cache key fail. The loads of the others never have their errors.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyOrderGivesEachURLOfACacheKeyItsResult() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(200)) { scheduler in
            let provider = Provider<ImageTarget>.stub(delay: .seconds(1), clock: scheduler.clock, journal: nil) {
                target in
                target.url.query == "good" ? .data(Pictures.png(1, 1)) : .status(403)
            }
            let images = ImageClient(provider: provider, decoder: .sizes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<9 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .milliseconds(user * 300 % 1_300))
                        let query = ["bad", "good", "worse"][user % 3]
                        let transforms: [ImageTransform<String>] = user % 2 == 0 ? [] : [.append("A")]
                        let task = images.load(
                            ImageRequest(picture("a?\(query)"), cacheKey: "a", transforms: transforms)
                        )
                        if user > 6 { task.cancel() }
                        let result = await task.result
                        switch result.errorCode {
                        case nil: #expect(try result.get() == (user % 2 == 0 ? "1x1" : "1x1A"))
                        case .cancelled: #expect(user > 6)
                        default: #expect(query != "good")
                        }
                    }
                }
                try await group.waitForAll()
            }
            await images.waitUntilIdle()
            #expect((images.statistics.work, images.statistics.waitingLoads) == (0, 0))
        }
    }

    /// Without cancellation and with memory, nothing is loaded twice.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyOrderDownloadsOnce() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(200)) { scheduler in
            let downloads = WatchedDownloads(clock: scheduler.clock)
            let images = Self.client(scheduler.clock, downloads)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<6 {
                    group.addTask {
                        for step in 0..<3 {
                            try await scheduler.clock.sleep(for: .seconds((user + step) % 4))
                            #expect(try await images.image(picture("bb")) == "3x1")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(downloads.completed == ["/bb": 1])
            #expect(images.statistics.decodes == 1)
        }
    }
}
