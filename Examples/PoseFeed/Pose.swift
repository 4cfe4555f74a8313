import Foundation

/// A pose of the feed.
struct Pose: Codable, Hashable, Sendable, Identifiable {
    let id: Int
    let name: String
    let picture: URL
}

/// A part of the feed, as the server sends it.
struct PosePage: Codable, Hashable, Sendable {
    let poses: [Pose]
    /// The cursor of the next page. `nil` on the last page.
    let next: String?
}
