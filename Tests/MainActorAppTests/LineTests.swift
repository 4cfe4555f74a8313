import Foundation
import Tern
import Testing

struct Music: CallTarget {
    let request: NamedRoute
    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
    var common: HTTPRoute.Common { .init(headers: ["Accept": "application/json"]) }
}

/// A model of the main actor, which is only decoded.
struct Song: Decodable {
    let id: Int
}

extension Call<Music, Song> {
    static func song(_ id: Int) -> Self { .init(.get("/songs/\(id)").sample(.json(["id": id]))) }
    static func upload(_ file: Data) -> Self { .init(.post("/songs").data(file).sample(.json(["id": 7]))) }
}

/// An API that is declared in lines, in code of the main actor.
@Suite(.timeLimit(.minutes(20)))
struct LineTests {
    @MainActor final class Model {
        private(set) var fraction: Double?
        private(set) var songs: [Song] = []
        private let music: any ProviderType<Music>

        init(music: any ProviderType<Music>) { self.music = music }

        func upload(_ file: Data) async throws {
            for try await event in music.transfer(.upload(file)) {
                switch event {
                case .progress(let progress): fraction = progress.fractionCompleted
                case .value(let song): songs.append(song)
                }
            }
            let options = CallOptions(progress: { self.fraction = $0.fractionReceived })
            songs.append(try await music.value(.song(8), options: options))
        }
    }

    @MainActor @Test func viewModelUploadsWithProgress() async throws {
        let model = Model(music: Provider<Music>(stubClosure: Provider.immediatelyStub))
        try await model.upload(Data(count: 1_000))
        #expect(model.fraction == 1)
        #expect(model.songs.map(\.id) == [7, 8])
    }
}
