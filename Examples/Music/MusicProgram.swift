import Foundation
import Tern
import TernPlugins

@main
struct MusicProgram {
    private static let usage = """
        Usage: music [--live URL]

        Lists albums page by page, uploads a song with its progress, and shows what is played now.
        Without --live, the samples of the API respond, without a network. The token for a server is in MUSIC_TOKEN.
        """

    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard arguments.isEmpty || arguments.first == "--live" && arguments.count == 2 else {
                return fail(usage, code: 64)
            }
            let server = try arguments.dropFirst().first.map { text in
                guard let url = URL(string: text) else { throw LibraryFailure.other("\(text) is no URL.") }
                return url
            }
            try await tour(of: MusicLibrary(music: provider(server)))
        } catch {
            let failure = (error as? TernError).map(LibraryFailure.init) ?? (error as? LibraryFailure)
            fail(failure?.text ?? "\(error)", code: 1)
        }
    }

    /// - Parameter server: The URL of a live server. `nil` for the samples.
    private static func provider(_ server: URL?) -> Provider<Music> {
        guard let server else { return Provider(stubClosure: Provider.immediatelyStub) }
        let token = ProcessInfo.processInfo.environment["MUSIC_TOKEN"].map { AuthorizationPlugin(.token($0)) }
        return Provider(
            endpointClosure: { Endpoint($0, baseURL: server) },
            plugins: [RetryPlugin()] + (token.map { [$0] } ?? [])
        )
    }

    private static func tour(of library: MusicLibrary) async throws {
        for try await album in library.albums.items(\.albums) { print("Album \(album.id): \(album.title)") }

        let song = Song(
            file: FileManager.default.temporaryDirectory.appendingPathComponent("song-\(UUID())"),
            title: "River"
        )
        try Data(count: 100_000).write(to: song.file)
        defer { try? FileManager.default.removeItem(at: song.file) }
        var fraction: Double?
        for try await event in library.upload(song) {
            switch event {
            case .progress(let progress): fraction = progress.fractionCompleted
            case .value(let track): print("Track \(track.id): \(track.title), sent to \(Int((fraction ?? 0) * 100)) %")
            }
        }

        var plays = 0
        for try await play in library.plays {
            print("Somebody plays track \(play.track).")
            plays += 1
            if plays == 2 { break }
        }
    }

    private static func fail(_ message: String, code: Int32) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
