/// Keeps bookmarks longer than a view model lives.
@MainActor
protocol BookmarkStore: AnyObject {
    var bookmarks: Set<Pose.ID> { get }

    /// - Throws: An error if the bookmarks can't be kept. Then they are as before.
    func setBookmarks(_ bookmarks: Set<Pose.ID>) throws
}

/// Keeps bookmarks as long as the store lives.
@MainActor
final class MemoryBookmarks: BookmarkStore {
    private(set) var bookmarks: Set<Pose.ID> = []

    func setBookmarks(_ bookmarks: Set<Pose.ID>) { self.bookmarks = bookmarks }
}
