import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import posefeed

@Suite(virtualTimeWhereAvailable, .timeLimit(.minutes(20)))
@MainActor
struct FeedBookmarksTests {
    private final class FullDisk: BookmarkStore {
        let bookmarks: Set<Pose.ID> = [1]

        func setBookmarks(_ bookmarks: Set<Pose.ID>) throws { throw CocoaError(.fileWriteOutOfSpace) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bookmarkIsSetAndRemoved() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler)
        try await feed.open()

        feed.reader.perform(.bookmark(2))
        feed.reader.perform(.bookmark(5))
        #expect(try await feed.reader.wait { $0.rows[5].isBookmarked }.bookmarked == [2, 5])
        feed.reader.perform(.bookmark(2))
        #expect(try await feed.reader.wait { !$0.rows[2].isBookmarked }.bookmarked == [5])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bookmarkSurvivesTheViewModelAndTheStore() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let feed = Feed(on: scheduler, bookmarks: try FileBookmarks(file: file))
            try await feed.open()
            feed.reader.perform(.bookmark(3))
            try await feed.reader.wait { $0.rows[3].isBookmarked }
        }

        let feed = Feed(on: scheduler, bookmarks: try FileBookmarks(file: file))

        #expect(try await feed.open().bookmarked == [3])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bookmarkThatIsNotKeptIsNotShown() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let feed = Feed(on: scheduler, bookmarks: FullDisk())
        try await feed.open()

        await #expect(throws: FeedReader.FeedError.self) { try await feed.reader.bookmark(2) }
        let state = try await feed.reader.wait { $0.notice != nil }

        #expect((state.bookmarked, state.notice) == ([1], "The bookmark can't be kept."))
    }
}

extension FeedState {
    fileprivate var bookmarked: [Int] { rows.filter(\.isBookmarked).map(\.number) }
}
