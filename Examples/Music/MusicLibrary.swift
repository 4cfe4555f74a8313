import Foundation
import Tern
import TernPlugins

/// Why the library couldn't do something, as a person reads it.
enum LibraryFailure: Error, Equatable {
    /// The server gave a reason.
    case refused(String)
    case offline
    case other(String)

    var text: String {
        switch self {
        case .refused(let text), .other(let text): text
        case .offline: "The server can't be reached."
        }
    }

    init(_ error: TernError) {
        if let problem = error.body(as: ProblemDetails.self) {
            self = .refused(problem.detail ?? problem.title ?? error.localizedDescription)
        } else if [.notConnected, .connectionRefused, .hostNotFound, .timedOut].contains(error.code) {
            self = .offline
        } else {
            self = .other(error.localizedDescription)
        }
    }
}

/// The app's access to the music. The provider decides whether it is live or stubbed.
struct MusicLibrary: Sendable {
    let music: any ProviderType<Music>

    func album(_ id: Int) async throws(LibraryFailure) -> Album {
        try await music.value(.album(id), failingWith: LibraryFailure.init)
    }

    func add(_ album: Album) async throws(LibraryFailure) -> Album {
        try await music.value(.add(album), failingWith: LibraryFailure.init)
    }

    /// Uploads a song. The loop receives its progress, and then the track.
    func upload(_ song: Song) -> Transfer<Track> {
        music.transfer(.upload(song))
    }

    /// All albums, page by page. Each page is requested when the loop needs it.
    var albums: Pages<Page> {
        music.pages(.cursors(at: \.next) { .albums($0 ?? 1) })
    }

    /// The tracks that are played now.
    var plays: ValueStream<Play> {
        music.values(.plays, reconnecting: Reconnection())
    }
}
