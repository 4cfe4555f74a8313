import Foundation
import Tern
import Testing

@testable import TernImages

/// URLs that have their data in themselves.
@Suite(.timeLimit(.minutes(20)))
struct DataURLTests {
    private static func data(_ text: String, limit: Int = 100) throws -> Data {
        try DataURL.data(of: try #require(URL(string: text)), maximumBytes: limit)
    }

    @Test(arguments: [
        "data:text/plain;base64,aGVsbG8=", "data:;base64,aGVsbG8", "DATA:image/png;BASE64,aGVs%62G8%3D", "data:,hello",
        "data:text/plain;charset=utf-8,%68ello", "data:,hello#fragment", "data:;base64,aGVs%0AbG8=",
    ])
    func dataIsDecoded(_ text: String) throws {
        #expect(try Self.data(text) == Data("hello".utf8))
    }

    @Test(arguments: ["data:hello", "data:;base64,a", "data:;base64,aGV*bG8="])
    func invalidDataIsAnInvalidURL(_ text: String) throws {
        let error = #expect(throws: TernError.self) { try Self.data(text) }
        #expect(error?.code == .invalidURL)
    }

    @Test(arguments: [
        "data:,hello!", "data:;base64,aGVsbG8h", "data:,%68%65%6C%6C%6F%21", "data:;base64,aGVsbG8haGVsbG8h",
    ])
    func dataBeyondTheLimitIsTooLarge(_ text: String) throws {
        let error = #expect(throws: TernError.self) { try Self.data(text, limit: 5) }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.reason == "The data: URL has more than 5 bytes.")
    }

    /// The URL is kept as the key of its picture.
    @Test func longURLsCountAsPartOfTheCost() async throws {
        let configuration = ImageClientConfiguration(memory: MemoryCacheLimits(maximumCost: 50_000))
        let images = ImageClient<String>.stub(configuration: configuration) { _ in .status(500) }
        func url(_ bytes: Int) throws -> URL {
            let data = Pictures.png(3, 4) + Data(count: bytes)
            return try #require(URL(string: "data:image/png;base64,\(data.base64EncodedString())"))
        }
        let (short, large) = (try url(3_000), try url(30_000))

        #expect(try await images.image(short) == "3x4")
        #expect(try await images.image(large) == "3x4")

        #expect(images.statistics.cachedCost == short.absoluteString.utf8.count + 3)
        #expect(images.cached(short) == "3x4")
        #expect(images.cached(large) == nil)
    }

    @Test func clientLoadsDataURLsWithoutADownload() async throws {
        let images = ImageClient<String>.stub { _ in .status(500) }
        let url = try #require(URL(string: "data:image/png;base64,\(Pictures.png(3, 4).base64EncodedString())"))

        #expect(try await images.image(url) == "3x4")
        #expect(images.cached(url) == "3x4")
        #expect(images.statistics.downloads == 0)
        #expect(images.statistics.decodes == 1)
    }
}
