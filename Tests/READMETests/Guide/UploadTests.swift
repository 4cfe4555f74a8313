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
        var fractions: [Double?] = []
        func show(_ fraction: Double?) { fractions.append(fraction) }
        var statusCode = 0

        for try await event in films.transfer(.upload(film, title: "Holidays")) {
            switch event {
            case .progress(let progress): show(progress.fractionSent)
            case .response(let response): statusCode = response.statusCode
            @unknown default: break
            }
        }

        #expect(fractions.last == 1)
        #expect(statusCode == 201)
    }
}
