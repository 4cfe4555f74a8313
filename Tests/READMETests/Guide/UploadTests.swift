import Foundation
import Tern
import TernTesting
import Testing

/// The guide's snippets about an upload with progress.
@Suite(.timeLimit(.minutes(20)))
struct UploadTests {
    enum Films: RoutedTarget {
        case upload(URL, title: String)

        var baseURL: URL { URL(string: "https://films.example.com")! }
        var route: HTTPRoute {
            switch self {
            case .upload(let file, let title):
                .post("/films").multipart([.text(title, name: "title"), .file(file, name: "film")])
            }
        }
    }

    @Test func multipartUploadReportsItsProgress() async throws {
        let film = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        try Data("film".utf8).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }
        let films = Provider<Films>.stub(journal: nil) { _ in .status(201) }
        let fractions = Locked<[Double?]>([])
        @Sendable func show(_ fraction: Double?) { fractions.withLock { $0.append(fraction) } }

        let options = CallOptions(progress: { progress in show(progress.fractionSent) })
        let response = try await films.request(.upload(film, title: "Holidays"), options: options)

        #expect(fractions.withLock { $0.last } == 1)
        #expect(response.statusCode == 201)
    }
}
