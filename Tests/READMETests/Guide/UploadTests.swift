import Foundation
import Tern
import TernTesting
import Testing

/// The guide's snippets about an upload with progress.
@Suite(.timeLimit(.minutes(20)))
struct UploadTests {
    enum Films: RoutedTarget {
        case upload(URL, title: String)
        case film(Int)

        var baseURL: URL { URL(string: "https://films.example.com")! }
        var route: HTTPRoute {
            switch self {
            case .upload(let file, let title):
                .post("/films").multipart([.text(title, name: "title"), .file(file, name: "film")])
            case .film(let id): .get("/films/\(id)")
            }
        }
    }

    @MainActor @Test func multipartUploadReportsItsProgress() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        try Data("film".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (api, films) = (Provider<Films>.stub(journal: nil) { _ in .json(Film(id: 7)) }, FilmList())

        try await films.upload(file, with: api)
        #expect(films.fraction == 1)
        #expect(films.films == [Film(id: 7)])

        films.fraction = nil
        let response = try await films.download(to: file, with: api)
        #expect(films.fraction == 1)
        #expect(response.fileURL == file)
    }

    struct Film: Codable, Equatable {
        let id: Int
    }

    @MainActor final class FilmList {
        var fraction: Double?
        var films: [Film] = []

        func upload(_ file: URL, with films: Provider<Films>) async throws {
            for try await event in films.transfer(.upload(file, title: "Holidays")) {
                switch event {
                case .progress(let progress): fraction = progress.fractionCompleted
                case .value(let film): self.films.append(film)
                }
            }
        }

        func download(to file: URL, with api: Provider<Films>) async throws -> Response {
            let options = CallOptions(progress: { self.fraction = $0.fractionReceived })
            let response = try await api.download(.film(7), to: file, options: options)
            return response
        }
    }
}

extension Call<UploadTests.Films, UploadTests.Film> {
    fileprivate static func upload(_ file: URL, title: String) -> Self { .init(.upload(file, title: title)) }
}
