import Foundation
import Tern
import TernCache
import TernPlugins
import TestDoubles
import Testing

@testable import TernImages

/// A cache under a client's memory.
@Suite(.timeLimit(.minutes(20)))
struct StoredPictureTests {
    private let time = Watched(Date(timeIntervalSince1970: 1_800_000_000))
    /// Its pictures have the sides 1, 2, and so on, and may be stored for an hour.
    private let transport: RecordingTransport

    init() {
        let count = Watched(0)
        transport = RecordingTransport { _ in
            let side = count.update { count in
                count += 1
                return count
            }
            return Self.response(Pictures.png(side, side))
        }
    }

    private static func response(_ body: Data, _ control: String = "max-age=3600", status: Int = 200) -> Response {
        let headers: HTTPHeaders = ["Cache-Control": control, "Content-Type": "image/png"]
        return Response(statusCode: status, headers: headers, body: .data(body))
    }

    private func cache(_ folder: URL? = nil) -> HTTPCache {
        HTTPCache(disk: folder.map { HTTPCache.Disk(folder: $0) }, now: { [time] in time.value })
    }

    private func client(
        _ cache: HTTPCache,
        over transport: any Transport,
        storageTime: Duration? = nil,
        maximumDownloads: Int = 6
    ) -> ImageClient<String> {
        ImageClient(
            transport: transport,
            cache: cache,
            storageTime: storageTime,
            decoder: .sizes,
            configuration: ImageClientConfiguration(maximumDownloads: maximumDownloads)
        )
    }

    @Test func pictureOnTheDiskIsShownAfterARestartWithoutANetwork() async throws {
        let folder = TemporaryFolder()
        #expect(try await client(cache(folder.url), over: transport).image(picture("a")) == "1x1")
        let offline = RecordingTransport { _ in throw URLError(.notConnectedToInternet) }
        let images = client(cache(folder.url), over: offline)

        #expect(try await images.image(picture("a")) == "1x1")

        #expect(offline.requests.isEmpty)
        #expect(images.statistics.storedHits == 1)
        #expect(images.statistics.downloads == 0)
        #expect(images.cached(picture("a")) == "1x1")
    }

    @Test func storedPictureDoesNotWaitForADownload() async throws {
        let cache = cache()
        _ = try await client(cache, over: transport).image(picture("a"))
        let slow = RecordingTransport()
        let images = client(cache, over: slow, maximumDownloads: 1)
        let other = images.load(picture("slow"))
        await slow.waitForRequests(atLeast: 1)

        #expect(try await images.image(picture("a")) == "1x1")

        slow.respond(with: Self.response(Pictures.png(9, 9)))
        #expect(try await other.value == "9x9")
    }

    /// Its server may have another picture for each account.
    @Test func pictureThatNeedsCredentialsIsNotTheOneWithout() async throws {
        let cache = cache()
        let images = ImageClient(
            transport: transport,
            cache: cache,
            plugins: [AuthorizationPlugin(.token("secret"))],
            decoder: .sizes,
            configuration: ImageClientConfiguration(authorizedOrigins: [picture("a")])
        )
        #expect(try await client(cache, over: transport).image(picture("a")) == "1x1")

        let request = ImageRequest<String>(picture("a"), authorization: .bearer, cachePolicy: .noMemory)
        #expect(try await images.image(request) == "2x2")
        #expect(try await images.image(request) == "2x2")
        #expect(transport.requests.count == 2)
    }

    @Test func pictureOfAStoredRedirectIsStored() async throws {
        let cache = cache()
        let server = RecordingTransport { request in
            request.url == picture("to")
                ? Self.response(Pictures.png(1, 1))
                : Response(statusCode: 301, headers: ["Location": "/to", "Cache-Control": "max-age=3600"])
        }

        for _ in 0..<2 { #expect(try await client(cache, over: server).image(picture("from")) == "1x1") }

        #expect(server.requests.map(\.url) == [picture("from"), picture("to")])
    }

    @Test func pictureOfAStoredFailureIsNotShown() async throws {
        let cache = cache()
        let server = RecordingTransport { _ in Self.response(Pictures.png(1, 1), status: 404) }

        for _ in 0..<2 {
            #expect(await client(cache, over: server).load(picture("a")).errorCode == .unacceptableStatus)
        }

        #expect(server.requests.count == 1)
    }

    @Test func stalePictureIsDownloadedAgain() async throws {
        let cache = cache()
        _ = try await client(cache, over: transport).image(picture("a"))
        time.update { $0 += 3601 }
        #expect(try await client(cache, over: transport).image(picture("a")) == "2x2")
    }

    @Test func removedPictureIsInNeitherTier() async throws {
        let images = client(cache(), over: transport)
        _ = try await images.image(picture("a"))
        await images.remove(ImageRequest(picture("a")))
        #expect(try await images.image(picture("a")) == "2x2")
        await images.removeAll()
        #expect(try await images.image(picture("a")) == "3x3")
    }

    @Test func reloadAsksTheServerAndReplacesTheStoredPicture() async throws {
        let cache = cache()
        let images = client(cache, over: transport)
        _ = try await images.image(picture("a"))
        #expect(try await images.image(ImageRequest(picture("a"), cachePolicy: .reload)) == "2x2")
        #expect(try await client(cache, over: transport).image(picture("a")) == "2x2")
        #expect(transport.requests.count == 2)
    }

    @Test func storedBodyThatIsNoPictureIsLoadedOnceMore() async throws {
        let cache = cache()
        let portal = RecordingTransport { _ in Self.response(Data("<html>Log in</html>".utf8)) }
        let error = await client(cache, over: portal).load(picture("a")).errorCode
        #expect(error == .decodingFailed)

        let images = client(cache, over: transport)
        #expect(try await images.image(picture("a")) == "1x1")

        #expect(images.statistics.storedHits == 1)
        #expect(images.statistics.downloads == 1)
        #expect(try await client(cache, over: transport).image(picture("a")) == "1x1")
    }

    @Test func bodyThatIsNeverAPictureIsLoadedOnceMoreOnly() async throws {
        let cache = cache()
        let portal = RecordingTransport { _ in Self.response(Data("<html>Log in</html>".utf8)) }
        _ = await client(cache, over: portal).load(picture("a")).errorCode
        #expect(await client(cache, over: portal).load(picture("a")).errorCode == .decodingFailed)
        #expect(portal.requests.count == 2)
    }

    @Test(arguments: ["no-store", "max-age=0", "private, no-cache"])
    func storageTimeOverridesTheServer(control: String) async throws {
        let cache = cache()
        let server = RecordingTransport { _ in Self.response(Pictures.png(1, 1), control) }
        func load() async throws {
            _ = try await client(cache, over: server, storageTime: .seconds(60)).image(picture("a"))
        }
        try await load()
        time.update { $0 += 59 }
        try await load()
        #expect(server.requests.count == 1)
        time.update { $0 += 2 }
        try await load()
        #expect(server.requests.count == 2)
    }

    @Test func picturesOfOneCacheKeyAreStoredOnce() async throws {
        let cache = cache()
        func load(_ signature: String) async throws -> String {
            let request = ImageRequest<String>(picture("a?signature=\(signature)"), cacheKey: "a")
            return try await client(cache, over: transport).image(request)
        }
        #expect(try await load("1") == "1x1")
        #expect(try await load("2") == "1x1")
        let images = client(cache, over: transport)
        await images.remove(ImageRequest(picture("a"), cacheKey: "a"))
        #expect(try await load("3") == "2x2")
    }
}
