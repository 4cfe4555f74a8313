import Tern
import TernImages
import TernImagesTesting
import TernTestSupport
import TernTesting
import Testing

@testable import posefeed

/// A view model that is released with work under way.
@Suite(virtualTimeWhereAvailable, .timeLimit(.minutes(20)))
@MainActor
struct FeedLifetimeTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func releasedModelCancelsItsPage() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let journal = Journal(clock: scheduler.clock)
        let api = Provider<PoseAPI>.stub(
            delay: .seconds(60),
            clock: scheduler.clock,
            journal: journal,
            response: Poses.pages(of: 100, posesPerPage: 20)
        )
        var model: FeedViewModel? = FeedViewModel(
            repository: PoseRepository(api: api),
            images: Feed.pictures(),
            bookmarks: MemoryBookmarks(),
            clock: scheduler.clock
        )
        let (actions, continuation) = AsyncStream.makeStream(of: FeedAction.self)
        let states = model?.transform(input: .init(actions: actions)).states
        continuation.yield(.load)
        try await scheduler.clock.sleep(for: .seconds(1))
        let running = model == nil

        model = nil
        var last: FeedState?
        if let states { for await state in states { last = state } }

        await journal.settle(within: .seconds(1))
        #expect(scheduler.now < .seconds(3))
        #expect(!running && last?.footer == .loading)
        #expect(journal.calls(of: PoseAPI.self).map(\.outcome) == [.failure(.cancelled)])
        withExtendedLifetime(continuation) {}
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func releasedModelCancelsItsPicturesAndPrefetches() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let images = StubImageService<Bitmap> { _ in
            try await scheduler.clock.sleep(for: .seconds(100))
            return Poses.bitmap(0)
        }
        do {
            let feed = Feed(on: scheduler, images: images)
            feed.reader.perform(.load)
            try await feed.reader.scroll(to: Feed.screen)
            try await images.waitForRequests(atLeast: 12)
            #expect(images.cancelledURLs.isEmpty)
        }
        try await scheduler.clock.sleep(for: .seconds(1))

        #expect(images.cancelledURLs.map(Poses.id).sorted() == Array(0..<12))
        #expect(scheduler.now < .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func releasedModelLeavesNothingInTheClient() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<ImageTarget>.stub(delay: .seconds(100), clock: scheduler.clock, journal: nil) { _ in
            .data(Poses.bitmap(0).bmp)
        }
        let images = ImageClient(provider: provider.link(.edge), decoder: .bmp)
        do {
            let feed = Feed(on: scheduler, images: images)
            feed.reader.perform(.load)
            try await feed.reader.scroll(to: Feed.screen)
            try await scheduler.clock.sleep(for: .seconds(2))
            #expect(images.statistics.waitingLoads == 12)
        }
        await images.waitUntilIdle()

        #expect((images.statistics.cancelled, images.statistics.waitingLoads) == (12, 0))
        #expect(scheduler.now < .seconds(5))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func releasedModelLeavesNothingInAnyOrder() async throws {
        try await VirtualScheduler.explore(seeds: 0..<50, jitter: .upTo(.milliseconds(50))) { scheduler in
            let images = StubImageService<Bitmap> { request in
                try await scheduler.clock.sleep(for: .milliseconds(Poses.id(of: request.url) * 20))
                return Poses.bitmap(Poses.id(of: request.url))
            }
            // From before the first page to the last prefetch.
            for milliseconds in [0, 200, 230, 280, 400] {
                try await Self.readShortly(for: .milliseconds(milliseconds), images, on: scheduler)
                let end = scheduler.now
                try await scheduler.clock.sleep(for: .milliseconds(1))
                #expect(scheduler.pendingWork.count == 1, "\(scheduler.pendingWork) after \(end)")
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func readShortly(
        for time: Duration,
        _ images: StubImageService<Bitmap>,
        on scheduler: VirtualScheduler
    ) async throws {
        let feed = Feed(on: scheduler, images: images)
        feed.reader.perform(.load)
        feed.reader.perform(.scroll(to: Feed.screen))
        try await scheduler.clock.sleep(for: time)
    }
}
