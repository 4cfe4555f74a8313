import Foundation
import Tern
import TernImages
import TernImagesTesting
import TernTesting

@testable import posefeed

/// A feed over a virtual link, and its user.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
@MainActor
struct Feed {
    static let screen = 0..<8

    let reader: FeedReader
    let journal: Journal

    init(
        on scheduler: VirtualScheduler,
        link: VirtualLink = .lte,
        images: any ImageService<Bitmap> = Feed.pictures(),
        bookmarks: any BookmarkStore = MemoryBookmarks(),
        pages: @escaping @Sendable (PoseAPI) -> SampleResponse = Poses.pages(of: 100, posesPerPage: 20)
    ) {
        let journal = Journal(clock: scheduler.clock)
        let api = Provider<PoseAPI>.stub(clock: scheduler.clock, journal: journal, response: pages).link(link)
        self.journal = journal
        reader = FeedReader(
            FeedViewModel(
                repository: PoseRepository(api: api),
                images: images,
                bookmarks: bookmarks,
                clock: scheduler.clock
            )
        )
    }

    /// Pictures that arrive at once.
    nonisolated static func pictures() -> StubImageService<Bitmap> {
        StubImageService { Poses.bitmap(Poses.id(of: $0.url)) }
    }

    /// Loads the first page, and waits for the pictures of the first rows.
    @discardableResult
    func open() async throws -> FeedState {
        reader.perform(.load)
        return try await reader.read(Self.screen)
    }

    /// The cursors of the pages that were requested.
    var cursors: [String?] { journal.requests.map { $0.queryItems.first?.value } }
}

extension FeedState {
    var numbers: [Int] { rows.map(\.number) }
}
