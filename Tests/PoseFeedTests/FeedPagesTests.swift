import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import posefeed

@Suite(virtualTimeWhereAvailable, .timeLimit(.minutes(20)))
@MainActor
struct FeedPagesTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func firstPageIsShown() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler)

        let state = try await feed.open()

        #expect(state.numbers == Array(0..<8))
        #expect(state.rows.map(\.pose) == (0..<8).map(Poses.pose))
        #expect(state.rows.map(\.picture) == (0..<8).map { .shown(Poses.bitmap($0)) })
        #expect((state.count, state.footer) == (20, .more))
        #expect(feed.cursors == [nil])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func nextPageIsLoadedBeforeTheEnd() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler)
        try await feed.open()

        // 12 rows are left below the screen, and then 11.
        try await scheduler.clock.sleep(for: .seconds(10))
        #expect(feed.cursors == [nil])
        try await feed.reader.scroll(to: 1..<9)
        let state = try await feed.reader.wait { $0.count > 20 }

        #expect(state.numbers == Array(1..<9))
        #expect((state.count, feed.cursors) == (40, [nil, "20"]))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func lastPageEndsTheFeed() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler, pages: Poses.pages(of: 50, posesPerPage: 20))
        try await feed.open()

        let end = try await feed.reader.scrollToEnd(from: 0, count: 8)

        #expect(end.numbers == Array(42..<50))
        #expect((end.count, end.footer) == (50, .end))
        #expect(feed.cursors == [nil, "20", "40"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func retryContinuesAfterAFailedPage() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let second = SampleResponse.inOrder(
            .status(500),
            .networkError(TernError(.connectionLost)),
            Poses.page(after: "20", of: 100, posesPerPage: 20)
        )
        let feed = Feed(on: scheduler) { target in
            switch target {
            case .poses(after: "20"): second
            case .poses(let cursor): Poses.page(after: cursor, of: 100, posesPerPage: 20)
            }
        }
        try await feed.open()

        feed.reader.perform(.scroll(to: 6..<14))
        let failed = try await feed.reader.wait { $0.failure != nil && $0.isComplete }
        feed.reader.perform(.retry)
        let failedAgain = try await feed.reader.wait { $0.failure != nil && $0.footer != failed.footer }
        feed.reader.perform(.retry)
        let state = try await feed.reader.wait { $0.count == 40 }

        #expect((failed.numbers, failed.footer) == (Array(6..<14), .failed("The server has status 500.")))
        #expect(failedAgain.footer == .failed("The server doesn't respond (connectionLost)."))
        #expect((state.numbers, state.footer) == (Array(6..<14), .more))
        #expect(feed.cursors == [nil, "20", "20", "20"])
    }

    /// A plugin can throw it.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationByAPluginIsAFailureAndIsNotRepeated() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler) { target in
            switch target {
            case .poses(after: nil): Poses.page(after: nil, of: 100, posesPerPage: 20)
            case .poses: .networkError(TernError(.cancelled))
            }
        }
        try await feed.open()

        feed.reader.perform(.scroll(to: 6..<14))
        try await scheduler.clock.sleep(for: .seconds(10))
        #expect(feed.cursors == [nil, "20"])
        let state = try await feed.reader.wait { $0.failure != nil }
        #expect(state.count == 20)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pageThatLeadsToItselfIsAFailure() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler) { _ in .json(PosePage(poses: [Poses.pose(1)], next: "1")) }

        feed.reader.perform(.load)
        feed.reader.perform(.scroll(to: Feed.screen))
        let state = try await feed.reader.wait { $0.failure != nil }

        #expect((state.count, feed.cursors) == (2, [nil, "1"]))
    }
}
