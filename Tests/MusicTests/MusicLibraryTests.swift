import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import music

@Suite(.network, .timeLimit(.minutes(20)))
struct MusicLibraryTests {
    @Test func albumsOfAllPagesAreListed() async throws {
        let library = MusicLibrary(music: Provider<Music>(stubClosure: Provider.immediatelyStub))
        var ids: [Int] = []
        for try await album in library.albums.items(\.albums) { ids.append(album.id) }
        #expect(ids == [1, 2, 3])
    }

    @Test func uploadReportsItsProgressAndItsTrack() async throws {
        let song = Song(file: URL(fileURLWithPath: #filePath), title: "River")
        let library = MusicLibrary(music: Provider<Music>.stub(.on(.upload(song), .json(Track(id: 9)))))
        var (fraction, tracks): (Double?, [Track]) = (nil, [])

        for try await event in library.upload(song) {
            switch event {
            case .progress(let progress): fraction = progress.fractionCompleted
            case .value(let track): tracks.append(track)
            }
        }

        #expect(fraction == 1)
        #expect(tracks == [Track(id: 9)])
        #expect(try Journal.current?.requests.first?.multipart().map(\.name) == ["title", "song"])
    }

    @Test func playsContinueAfterALostConnection() async throws {
        let events = [7, 8].map { ServerSentEvent(data: #"{"track":\#($0)}"#, id: "\($0)") }
        let library = MusicLibrary(
            music: Provider<Music>.stub(
                .on(.plays, .inOrder(.sample(.events([events[0]])), .sample(.events([events[1]])), .status(204))),
                clock: ImmediateClock()
            )
        )
        var tracks: [Int] = []
        for try await play in library.plays { tracks.append(play.track) }
        #expect(tracks == [7, 8])
    }

    @Test(
        arguments: [
            (
                .json(ProblemDetails(title: "Taken", detail: "There is such an album."), status: 409),
                .refused("There is such an album.")
            ),
            (.networkError(URLError(.cannotConnectToHost)), .offline),
            (.text("<html>", status: 502), .other("The server has a problem.")),
        ] as [(SampleResponse, LibraryFailure)]
    )
    func failureSaysWhatHappened(response: SampleResponse, failure: LibraryFailure) async {
        let library = MusicLibrary(music: Provider<Music>.stub(.on(.add(Album()), .sample(response))))
        await #expect(throws: failure) { try await library.add(Album()) }
    }
}
