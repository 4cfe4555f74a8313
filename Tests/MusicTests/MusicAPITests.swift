import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import music

/// Every endpoint responds with its sample, without a network.
@Suite(.network, .timeLimit(.minutes(20)))
struct MusicAPITests {
    private let music = Provider<Music>(stubClosure: Provider.immediatelyStub).recorded()
    private let list = UUID()

    @Test func everySampleIsTheValueOfItsCall() async throws {
        let entries: [TargetCheck<Music>] = [
            .call(.albums()), .call(.search("blue")), .call(.related(to: 1)), .call(.latest), .call(.album(1)),
            .call(.add(Album())), .call(.rename(Album())), .call(.track(7)), .call(.next(after: 7)),
            .call(.upload(Song(file: URL(fileURLWithPath: #filePath), title: "River"))), .call(.rate(Track())),
            .call(.playlist(list)), .call(.create(Playlist())), .call(.append(7, to: list)), .call(.delete(1)),
            .call(.delete(list)), .call(.logOut), .call(.logIn(User(name: "joni", password: "hunter2"))),
            .call(.refresh("refresh")), .call(.cover(1)), .call(.lyrics(7)), .case(Call<Music, Play>.plays.target),
        ]
        #expect(entries.count == 22)
        try await music.lint(entries).get()
    }

    @Test func albumIsOfItsNumber() async throws {
        #expect(try await music.value(.album(3)).id == 3)
    }

    @Test func searchEscapesItsText() async throws {
        _ = try await music.value(.search("a&b"))
        #expect(Journal.current?.requests.first?.url.hasSuffix("/search?q=a%26b") == true)
    }

    @Test func loginHasNoToken() {
        #expect(Call<Music, Session>.logIn(User(name: "joni", password: "hunter2")).target.authorization == .none)
        #expect(Call<Music, Album>.latest.target.authorization == .bearer)
    }

    @Test func coverIsThePicture() async throws {
        #expect(try await music.value(.cover(1)).starts(with: [0x89, 0x50]))
    }
}
