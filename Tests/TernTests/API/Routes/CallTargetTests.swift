import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CallTargetTests {
    private let music = Provider<Music>(stubClosure: Provider.immediatelyStub)

    @Test func callIsDeclaredWithItsRouteItsSampleAndTheTypeOfItsValue() async throws {
        #expect(try await music.value(.album(3)) == Album(id: 3, title: "Blue"))
        #expect(try await music.value(.albums(of: "Joni")).map(\.id) == [1])
        #expect(try await music.value(.cover(of: 1)) == Data([1, 2, 3]))
        #expect(try await music.value(.motto) == "Play it loud.\nTwice.")
        #expect(try await music.value(.count) == 12)
        try await music.value(.delete(3))
    }

    @Test func requestHasTheArgumentsAndTheCommonValues() throws {
        let request = try Endpoint(Call<Music, [Album]>.albums(of: "AC/DC", page: 2).target).request()

        #expect(request.method == .get)
        #expect(request.url.absoluteString == "https://music.example.com/v1/artists/AC%2FDC/albums?page=2")
        #expect(request.headers["Accept"] == "application/json")
        #expect(Call<Music, Album>.album(1).target.authorization == .bearer)
    }

    @Test func callIsMadeWithoutItsValue() async throws {
        #expect(try await music.request(.album(3)).statusCode == 200)
        var lines: [String] = []
        for try await line in try await music.stream(.motto).lines() { lines.append(line) }
        #expect(lines == ["Play it loud.", "Twice."])

        let folder = TemporaryFolder()
        let file = folder.url.appendingPathComponent("cover")
        _ = try await music.download(.cover(of: 1), to: file)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
        let explanation = await music.explain(.album(3))
        #expect("\(explanation)".hasPrefix("Music.album(_:): GET https://music.example.com/v1/albums/3"))
    }

    @Test func callWorksBesideOtherTargets() async throws {
        let provider = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub)
        #expect(try await provider.value(.target(Call<Music, Album>.album(4))) == Album(id: 4, title: "Blue"))
    }

    // MARK: - Names

    @Test func textsNameTheCallWithoutItsArguments() async throws {
        let call = Call<Music, Album>.rename(7, to: "secret")
        #expect("\(call.target)" == "Music.rename(_:to:rating:)")
        #expect("\(call)" == "Music.rename(_:to:rating:) as Album")
        #expect("\(Call<Music, String>.motto.target)" == "Music.motto")
        for text in textForms(of: call.target) + textForms(of: call.target.request) {
            #expect(!text.contains("secret"))
        }

        let error = await failure { try await music.value(call) }
        #expect(error?.code == .missingSample)
        #expect(error?.description.contains("in Music.rename(_:to:rating:) (PATCH") == true)
        #expect(error?.reason == "Music.rename(_:to:rating:) is stubbed, but its route has no sample.")
        #expect((error?.target as? Music) == call.target)
    }

    // MARK: - Equality

    @Test func targetsAreEqualIfTheirRequestsAre() throws {
        #expect(Call<Music, Album>.album(1).target == Call<Music, Album>.album(1).target)
        #expect(Call<Music, Album>.album(1).target != Call<Music, Album>.album(2).target)
        #expect(Call<Music, Album>.album(1).target != Call<Music, NoContent>.delete(1).target)
        #expect(Call<Music, [Album]>.albums(of: "a").target != Call<Music, [Album]>.albums(of: "a", page: 1).target)
        #expect(Call<Music, Album>.rename(1, to: "a").target == Call<Music, Album>.rename(1, to: "a").target)
        #expect(Call<Music, Album>.rename(1, to: "a").target != Call<Music, Album>.rename(1, to: "b").target)
        #expect(Music(request: NamedRoute(.get("/a"), name: "a")) == Music(request: NamedRoute(.get("/a"), name: "b")))
        #expect(
            Music(request: NamedRoute(.get("/a").headers(["A": "1"]), name: "a"))
                != Music(request: NamedRoute(.get("/a").headers(["A": "2"]), name: "a"))
        )
    }

    @Test func formsAndFilesAreCompared() {
        func upload(_ title: String, _ text: String) -> Music {
            Call<Music, Album>.upload(title, .data(Data(text.utf8), contentType: nil)).target
        }
        #expect(upload("a", "1") == upload("a", "1"))
        #expect(upload("a", "1") != upload("a", "2"))
        #expect(upload("a", "1") != upload("b", "1"))
        let (one, other) = (URL(fileURLWithPath: "/tmp/a"), URL(fileURLWithPath: "/tmp/b"))
        #expect(Call<Music, Album>.replace(1, with: one).target == Call<Music, Album>.replace(1, with: one).target)
        #expect(Call<Music, Album>.replace(1, with: one).target != Call<Music, Album>.replace(1, with: other).target)
    }

    @Test func requestThatCannotBeComparedIsEqualToItsCopies() {
        let notANumber = { Call<Music, Album>.rename(1, to: "a", rating: .nan).target }
        let stream = {
            Call<Music, Album>.upload("a", .stream { AsyncStream<Data> { $0.finish() } }).target
        }
        for make in [notANumber, stream] {
            let target = make()
            let copy = target
            #expect(target == copy)
            #expect(target != make())
        }
    }

    // MARK: - Bad input

    @Test(arguments: ["", "..", "."])
    func argumentThatNamesAnotherResourceIsRefused(artist: String) async {
        let error = await failure { try await music.value(.albums(of: artist)) }
        #expect(error?.code == .invalidURL)
        #expect(error?.description.contains("Music.albums(of:page:)") == true)
    }

    @Test func bodyThatCannotBeEncodedIsAnError() async {
        let error = await failure { try await music.value(.rename(1, to: "a", rating: .infinity)) }
        #expect(error?.code == .encodingFailed)
    }
}
