import Tern
import TernImages
import TernImagesTesting
import TernTestSupport
import TernTesting
import TestRounds
import Testing

@testable import posefeed

@Suite(virtualTimeWhereAvailable, .timeLimit(.minutes(20)))
@MainActor
struct FeedPicturesTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func picturesOfRowsThatAreScrolledPastAreNeverLoaded() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let images = Feed.pictures()
        let feed = Feed(on: scheduler, images: images, pages: Poses.pages(of: 500, posesPerPage: 500))
        try await feed.open()
        try await scheduler.clock.sleep(for: .seconds(1))

        for top in stride(from: 20, to: 400, by: 5) {
            try await feed.reader.scroll(to: top..<top + 8)
            try await scheduler.clock.sleep(for: .milliseconds(16))
        }
        let state = try await feed.reader.read(400..<408)
        try await scheduler.clock.sleep(for: .seconds(1))

        #expect(state.numbers == Array(400..<408))
        #expect(Set(images.requests.map { Poses.id(of: $0.url) }) == Set(0..<12).union(400..<408))
        #expect(images.requests.count == 20)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func loadsOfRowsThatLeaveAreCancelled() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let images = StubImageService<Bitmap> { request in
            try await scheduler.clock.sleep(for: .seconds(Poses.id(of: request.url) < 8 ? 100 : 1))
            return Poses.bitmap(Poses.id(of: request.url))
        }
        let feed = Feed(on: scheduler, images: images)
        feed.reader.perform(.load)
        try await feed.reader.scroll(to: Feed.screen)
        try await scheduler.clock.sleep(for: .seconds(2))

        let state = try await feed.reader.read(4..<12)
        let shown = scheduler.now

        #expect(images.cancelledURLs.map(Poses.id).sorted() == Array(0..<4))
        // The first rows take 100 s; rows 4 to 7 have stayed.
        #expect(shown > .seconds(100) && state.isComplete)
        #expect(Set(images.requests.map { Poses.id(of: $0.url) }) == Set(0..<16))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func nextPicturesAreLoadedAhead() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let images = Self.client(on: scheduler)
        let feed = Feed(on: scheduler, images: images)
        try await feed.open()
        try await scheduler.clock.sleep(for: .seconds(1))
        #expect(images.statistics.downloads == 12)

        let before = scheduler.now
        let state = try await feed.reader.read(4..<12)

        #expect(scheduler.now == before)
        #expect(state.rows.map(\.picture) == (4..<12).map { .shown(Poses.bitmap($0)) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failedPictureIsShownAndLoadedAgain() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let third = SampleResponse.inOrder(.status(503), .text("<html>"), .data(Poses.bitmap(3).bmp))
        let feed = Feed(on: scheduler, images: Self.client(on: scheduler) { $0 == 3 ? third : nil })

        let failed = try await feed.open()
        feed.reader.perform(.retry)
        let unreadable = try await feed.reader.wait {
            $0.isComplete && $0.rows.map(\.picture) != failed.rows.map(\.picture)
        }
        feed.reader.perform(.retry)
        let state = try await feed.reader.wait { $0.rows.map(\.picture) == (0..<8).map { .shown(Poses.bitmap($0)) } }

        #expect(failed.rows[3].picture == .failed("The server has status 503."))
        #expect(
            unreadable.rows[3].picture
                == .failed("This version doesn't understand the server. Please update.")
        )
        #expect(state.isComplete)
    }

    /// A plugin or a decoder can throw it.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationByAPluginIsShownAsAFailure() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let images = StubImageService<Bitmap> { request in
            if Poses.id(of: request.url) == 3 { throw TernError(.cancelled) }
            return Poses.bitmap(Poses.id(of: request.url))
        }
        let feed = Feed(on: scheduler, images: images)
        feed.reader.perform(.load)
        try await feed.reader.scroll(to: Feed.screen)
        let state = try await feed.reader.wait { $0.rows.count == 8 && $0.isComplete }
        #expect(state.rows[3].picture == .failed("The server doesn't respond (cancelled)."))
    }

    /// Rows come and go faster than their pictures, in the order of every seed.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func latestRowsWinInEveryOrder() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(100), jitter: .upTo(.milliseconds(5))) { scheduler in
            try await Self.scrollBackAndForth(on: scheduler)
            // The feed is released. Only this task is left.
            try await scheduler.clock.sleep(for: .seconds(1))
            #expect(scheduler.pendingWork.count == 1)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func scrollBackAndForth(on scheduler: VirtualScheduler) async throws {
        let images = StubImageService<Bitmap> { request in
            let id = Poses.id(of: request.url)
            try await scheduler.clock.sleep(for: .milliseconds(id % 3 * 60))
            return Poses.bitmap(id)
        }
        let feed = Feed(on: scheduler, images: images, pages: Poses.pages(of: 60, posesPerPage: 60))
        feed.reader.perform(.load)
        try await feed.reader.scroll(to: 0..<3)
        for (top, rest) in [(2, 60), (9, 120), (30, 30), (8, 90), (1, 60), (40, 20), (2, 60), (30, 0), (7, 0)] {
            feed.reader.perform(.scroll(to: top..<top + 3))
            try await scheduler.clock.sleep(for: .milliseconds(rest))
        }
        let state = try await feed.reader.wait { state in
            for row in state.rows {
                if case .shown(let picture) = row.picture { #expect(picture == Poses.bitmap(row.number)) }
            }
            return state.numbers == [7, 8, 9] && state.isComplete
        }
        #expect(state.rows.map(\.picture) == [7, 8, 9].map { .shown(Poses.bitmap($0)) })
        // Rows 30 to 42 were scrolled past.
        #expect(images.requests.allSatisfy { Poses.id(of: $0.url) < 30 })
    }

    /// A client whose pictures come over the virtual link.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func client(
        on scheduler: VirtualScheduler,
        response: @escaping @Sendable (Pose.ID) -> SampleResponse? = { _ in nil }
    ) -> ImageClient<Bitmap> {
        let provider = Provider<ImageTarget>.stub(clock: scheduler.clock, journal: nil) { target in
            let id = Poses.id(of: target.url)
            return response(id) ?? .data(Poses.bitmap(id).bmp)
        }
        return ImageClient(provider: provider.link(.lte), decoder: .bmp)
    }
}
