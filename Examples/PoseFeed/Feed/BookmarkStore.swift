/// Stores bookmarks beyond the lifetime of a view model.
@MainActor
protocol BookmarkStore: AnyObject {
    var bookmarks: Set<Pose.ID> { get }

    /// - Throws: An error if the bookmarks can't be stored. The stored bookmarks are unchanged then.
    func setBookmarks(_ bookmarks: Set<Pose.ID>) throws
}

/// Stores bookmarks in memory, until the store is released.
@MainActor
final class MemoryBookmarks: BookmarkStore {
    private(set) var bookmarks: Set<Pose.ID> = []

    func setBookmarks(_ bookmarks: Set<Pose.ID>) { self.bookmarks = bookmarks }
}
