import Foundation
import Tern
import TernTesting
import Testing

/// The guide's snippets about an API that is declared in lines.
@Suite(.timeLimit(.minutes(20)))
struct OneLineTests {
    @Test func bothFormsAreCalledInTheSameWay() async throws {
        let music = Provider<Music>(stubClosure: Provider.immediatelyStub)

        let album = try await music.value(.album(3))
        let response = try await music.request(.motto)

        #expect(try await Provider<Library>(stubClosure: Provider.immediatelyStub).value(.album(3)) == album)
        #expect(try response.string() == "Play it loud.")
        #expect(try await music.value(.add(album)) == album)
        let names = ["\(Call<Music, Album>.album(3).target)", "\(Call<Library, Album>.album(3))"]
        #expect(names == ["Music.album(_:)", "Library.album as Album"])
        let page = try README(path: README.page("DescribingTargets")).lines.joined(separator: "\n")
        #expect(page.contains("`Music.album(_:)` | `Library.album`"))
    }

    // MARK: - Errors

    struct Repository {
        let music: any ProviderType<Music>

        enum LibraryFailure: Error, Equatable {
            case refused(String)
            case offline
            case other(String)

            init(_ error: TernError) {
                if let problem = error.body(as: ProblemDetails.self) {
                    self = .refused(problem.title ?? error.localizedDescription)
                } else if [.notConnected, .timedOut].contains(error.code) {
                    self = .offline
                } else {
                    self = .other(error.localizedDescription)
                }
            }
        }

        func album(_ id: Int) async throws(LibraryFailure) -> Album {
            try await music.value(.album(id), failingWith: LibraryFailure.init)
        }
    }

    @Test func repositoryThrowsItsOwnErrors() async {
        func failure(_ sample: SampleResponse) async -> Repository.LibraryFailure? {
            let repository = Repository(music: Provider<Music>.stub(journal: nil) { _ in sample })
            return await #expect(throws: Repository.LibraryFailure.self) { try await repository.album(1) }
        }
        #expect(await failure(.json(ProblemDetails(title: "Sold out"), status: 409)) == .refused("Sold out"))
        #expect(await failure(.networkError(URLError(.timedOut))) == .offline)
        #expect(await failure(.json(["title": "Blue"])) == .other("The data from the server could not be read."))
    }

    @Test func statusSelectsTheValue() async throws {
        let music = Provider<Music>.stub(
            .on(.import(Data([1])), .sample(.status(202, headers: ["Location": "/imports/1"]))),
            .on(.import(Data([2])), .sample(.json(["id": 2, "title": "Hejira"], status: 201))),
            journal: nil
        )
        #expect(try await music.value(.import(Data([1]))) == .queued(at: "/imports/1"))
        #expect(try await music.value(.import(Data([2]))) == .done(Album(id: 2, title: "Hejira")))
    }
}

struct Music: CallTarget {
    let request: NamedRoute
    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
    var common: HTTPRoute.Common { .init(authorization: .bearer) }
}

extension Call<Music, Album> {
    static func album(_ id: Int) -> Self { .init(.get("/albums/\(id)").sample(.json(Album(id: id, title: "Blue")))) }
    static func add(_ album: Album) -> Self { .init(.post("/albums").json(album).sample(.json(album, status: 201))) }
}

extension Call<Music, String> {
    static var motto: Self { .init(.get("/motto").authorization(.none).sample(.text("Play it loud."))) }
}

enum Library: RoutedTarget {
    case album(Int)

    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
    var route: HTTPRoute {
        switch self {
        case .album(let id): .get("/albums/\(id)").sample(.json(Album(id: id, title: "Blue")))
        }
    }
}

extension Call<Library, Album> {
    static func album(_ id: Int) -> Self { .init(.album(id)) }
}

enum Import: Equatable {
    case done(Album)
    case queued(at: String?)
}

extension Call<Music, Import> {
    static func `import`(_ file: Data) -> Self {
        .init(.post("/imports").data(file)) { response in
            if response.statusCode == 202 { return .queued(at: response.headers["Location"]) }
            return .done(try response.decode())
        }
    }
}

struct Album: Codable, Equatable {
    var id: Int
    var title: String
}
