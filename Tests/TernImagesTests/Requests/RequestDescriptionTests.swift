import Foundation
import Tern
import TernImages
import TernImagesTesting
import TernTesting
import Testing

/// Texts of requests and targets, which logs and failed tests show.
@Suite(.timeLimit(.minutes(20)))
struct RequestDescriptionTests {
    private static let secretURL = "https://user:hush@pictures.example/a.png?token=hush&w=3#access_token=hush"

    private static func texts(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\(Mirror(reflecting: value).children.map(\.value))"]
    }

    @Test func textsHaveNoSecrets() throws {
        let url = try #require(URL(string: Self.secretURL))
        let headers: HTTPHeaders = ["Authorization": "Bearer hush", "Accept": "image/png"]
        let request = ImageRequest<String>(url, headers: headers, cacheKey: "hush")
        let texts =
            Self.texts(request) + Self.texts(ImageTarget(url, headers: headers))
            + Self.texts(ImageTask(request, result: .success("A")))
            + Self.texts(StubImageService(memory: [url: "A"]) { _ in "A" })

        for text in texts { #expect(!text.contains("hush")) }
        #expect("\(request)".hasPrefix("GET https://"))
        #expect("\(request)".contains("pictures.example/a.png"))
        #expect(texts[2].contains("image/png"))
    }

    @Test(arguments: [
        ("data:image/png;base64,aHVzaA==", "GET data:image/png (30 bytes)"),
        ("data:;base64,aHVzaA==", "GET data: (21 bytes)"), ("data:aHVzaA==", "GET data: (13 bytes)"),
    ])
    func dataURLHasItsMediaTypeAndLengthOnly(_ url: String, _ text: String) throws {
        let request = ImageRequest<String>(try #require(URL(string: url)))
        #expect("\(request)" == text)
        for text in Self.texts(request) + Self.texts(ImageTarget(request.url)) { #expect(!text.contains("aHVzaA")) }
    }
}
