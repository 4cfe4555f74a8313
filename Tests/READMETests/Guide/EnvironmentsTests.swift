import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

/// The guide's snippets about environments, previews and background transfers.
@Suite(.timeLimit(.minutes(20)))
struct EnvironmentsTests {
    enum Environment {
        case production, staging
        case development(port: Int)

        var baseURL: URL? {
            switch self {
            case .production: nil
            case .staging: URL(string: "https://staging.example.com/v1")
            case .development(let port): URL(string: "http://127.0.0.1:\(port)")
            }
        }
    }

    func makeMusic(_ environment: Environment, token: String) -> Provider<Music> {
        Provider(
            endpointClosure: { Endpoint($0, baseURL: environment.baseURL) },
            plugins: [AuthorizationPlugin(.token(token))]
        )
    }

    @Test(
        arguments: [
            (.production, "https://music.example.com/v1/albums/1"),
            (.staging, "https://staging.example.com/v1/albums/1"),
            (.development(port: 8080), "http://127.0.0.1:8080/albums/1"),
        ] as [(Environment, String)]
    )
    func environmentReceivesTheToken(environment: Environment, url: String) async throws {
        let journal = Journal()
        _ = try await makeMusic(environment, token: "abc").stubbed(journal: journal) { _ in
            .json(["id": 1, "title": "Blue"])
        }
        .value(.album(1))
        #expect(journal.requests.map(\.url) == [url])
        #expect(journal.requests.first?.headers["Authorization"] == "Bearer abc")
    }

    @Test func pluginSendsAFieldWithAllCalls() async throws {
        let client = Hooks(prepare: { request, _ in
            request.headers["User-Agent"] = "MusicApp/2.1"
            request.headers["Accept-Language"] = Locale.current.identifier
        })
        let music = Provider<Music>(plugins: [client])

        let journal = Journal()
        _ = try await music.stubbed(journal: journal) { _ in .json(["id": 1, "title": "Blue"]) }.value(.album(1))
        #expect(journal.requests.first?.headers["User-Agent"] == "MusicApp/2.1")
    }

    // MARK: - Previews

    @MainActor @Test func previewsShowEachState() async throws {
        let models = [AlbumModel.loaded, .failing]
        for model in models { await model.load() }
        #expect(models.map(\.title) == ["Blue", "There is no network connection."])
        let loading = AlbumModel.loading
        let task = Task { await loading.load() }
        task.cancel()
        await task.value
        #expect(loading.title != "Blue")
    }

    @Test func demoModeStubsSomeRequests() async throws {
        let music = Provider<Music>(stubClosure: { target in
            target == Call<Music, Album>.album(1).target ? .delayed(.milliseconds(300)) : .never
        })

        #expect("\(await music.explain(.album(1)))".contains("from a stub"))
        #expect("\(await music.explain(.album(2)))".contains("from the transport"))
    }

    // MARK: - Background

    func backgroundRequest(for track: Data, token: String) throws -> URLRequest {
        var request = try Endpoint(Call<Music, NoContent>.upload(track).target).request()
        request.headers["Authorization"] = "Bearer \(token)"
        request.body = nil
        return URLRequest(request)
    }

    @Test func requestIsGivenToASessionOfOnesOwn() throws {
        let request = try backgroundRequest(for: Data([1]), token: "abc")
        #expect(request.url?.absoluteString == "https://music.example.com/v1/tracks")
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer abc")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "audio/flac")
        #expect(request.httpBody == nil)
    }

    @Test func unfinishedDownloadsContinue() async throws {
        let player = Player(music: Provider(stubClosure: Provider.immediatelyStub), unfinished: [1, 2])
        defer { for id in player.unfinished { try? FileManager.default.removeItem(at: player.file(of: id)) } }
        try await player.resumeDownloads()
        #expect(try Data(contentsOf: player.file(of: 2)) == Data([1, 2, 3]))
    }

    private struct Player {
        let music: Provider<Music>
        let unfinished: [Int]
        let run = UUID()

        func file(of id: Int) -> URL {
            FileManager.default.temporaryDirectory.appendingPathComponent("\(run)-\(id).flac")
        }

        func resumeDownloads() async throws {
            for id in unfinished { _ = try await music.download(.audio(of: id), to: file(of: id)) }
        }
    }
}

@MainActor private final class AlbumModel {
    private let music: any ProviderType<Music>
    private(set) var title = ""

    init(music: any ProviderType<Music>) { self.music = music }

    func load() async {
        do {
            title = try await music.value(.album(1)).title
        } catch {
            title = error.localizedDescription
        }
    }
}

extension AlbumModel {
    static var loaded: AlbumModel { AlbumModel(music: Provider<Music>(stubClosure: Provider.immediatelyStub)) }
    static var loading: AlbumModel {
        AlbumModel(music: Provider<Music>(stubClosure: Provider.delayedStub(.seconds(60))))
    }

    static var failing: AlbumModel {
        AlbumModel(
            music: Provider<Music>(
                endpointClosure: { Endpoint($0).responding(.networkError(URLError(.notConnectedToInternet))) },
                stubClosure: Provider.immediatelyStub
            )
        )
    }
}

extension Call<Music, Data> {
    fileprivate static func audio(of id: Int) -> Self {
        .init(.get("/tracks/\(id)/audio").sample(.data(Data([1, 2, 3]))))
    }
}

extension Call<Music, NoContent> {
    fileprivate static func upload(_ track: Data) -> Self {
        .init(.post("/tracks").data(track, contentType: "audio/flac"))
    }
}
