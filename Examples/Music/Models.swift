import Foundation
import Tern

// The default values are those of samples.

struct Album: Codable, Hashable, Sendable {
    var id = 1
    var title = "Blue"
}

struct Page: Codable, Hashable, Sendable {
    var albums = [Album()]
    /// The number of the next page. `nil` on the last one.
    var next: Int?
}

struct Track: Codable, Hashable, Sendable {
    var id = 7
    var title = "River"
    var stars = 5
}

struct Playlist: Codable, Hashable, Sendable {
    var id = UUID()
    var name = "Rainy days"
}

struct User: Codable, Hashable, Sendable {
    var name: String
    var password: String
}

struct Session: Codable, Hashable, Sendable {
    var token = "token"
    var refreshToken = "refresh"
}

/// A track that somebody plays now.
struct Play: Codable, Hashable, Sendable {
    var track = 7
}

/// A file to upload.
struct Song: Sendable {
    var file: URL
    var title: String

    var parts: [HTTPTask.Part] { [.text(title, name: "title"), .file(file, name: "song")] }
}
