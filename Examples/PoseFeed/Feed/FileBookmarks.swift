import Foundation

/// Stores bookmarks in a JSON file.
@MainActor
final class FileBookmarks: BookmarkStore {
    private let file: URL
    private(set) var bookmarks: Set<Pose.ID>

    /// - Throws: An error if the file exists but can't be read.
    init(file: URL) throws {
        self.file = file
        guard FileManager.default.fileExists(atPath: file.path) else {
            bookmarks = []
            return
        }
        bookmarks = try JSONDecoder().decode(Set<Pose.ID>.self, from: Data(contentsOf: file))
    }

    func setBookmarks(_ bookmarks: Set<Pose.ID>) throws {
        try JSONEncoder().encode(bookmarks.sorted()).write(to: file, options: .atomic)
        self.bookmarks = bookmarks
    }
}
