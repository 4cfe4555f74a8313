import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@testable import TernImages

/// Responses that aren't what a client hopes for.
@Suite(.timeLimit(.minutes(20)))
struct BadInputTests {
    private let decodes = StubState(0)

    private func client(
        limits: ImageLimits = ImageLimits(),
        _ response: @escaping @Sendable (ImageTarget) -> SampleResponse
    ) -> ImageClient<String> {
        .stub(configuration: ImageClientConfiguration(limits: limits), decoder: counting, response: response)
    }

    private func client(over transport: any Transport = .platform, limits: ImageLimits) -> ImageClient<String> {
        ImageClient(
            transport: transport,
            decoder: counting,
            configuration: ImageClientConfiguration(limits: limits)
        )
    }

    private var counting: ImageDecoder<String> {
        ImageDecoder { [decodes] encoded in
            decodes.update { $0 += 1 }
            return try await ImageDecoder.sizes.decode(encoded)
        } cost: {
            $0.utf8.count
        }
    }

    private func failure(of images: ImageClient<String>, _ url: URL = picture("a")) async throws -> TernError {
        let error = await #expect(throws: TernError.self) { try await images.image(url) }
        #expect(images.cached(url) == nil)
        #expect(decodes.value == 0)
        return try #require(error)
    }

    @Test func announcedTenGigabytesAreNotRead() async throws {
        let server = try LoopbackServer { _ in
            .data(Pictures.png(1, 1) + Data(count: 1_000_000), headers: ["Content-Length": "10000000000"])
        }
        defer { server.stop() }
        let error = try await failure(
            of: client(limits: ImageLimits(maximumBytes: 100_000)),
            server.url.appending(path: "a")
        )
        #expect(error.code == .bodyTooLarge)
    }

    @Test func endlessBodyEndsAtTheLimit() async throws {
        let server = try LoopbackServer { _ in
            .status(200).writing { writer in
                while true { try await writer.send(Data(count: 10_000)) }
            }
        }
        defer { server.stop() }
        let error = try await failure(
            of: client(limits: ImageLimits(maximumBytes: 100_000)),
            server.url.appending(path: "a")
        )
        #expect(error.code == .bodyTooLarge)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: [
        (Pictures.png(60_000, 60_000), "more than 30000 on a side"),
        (Pictures.gif(20_000, 20_000), "more than 100000000 in total"),
        (Pictures.jpeg(1, 30_001), "more than 30000 on a side"),
    ])
    func decoderNeverReceivesAHugePicture(_ data: Data, _ reason: String) async throws {
        let error = try await failure(of: client { _ in .data(data) })
        #expect(error.code == .decodingFailed)
        #expect(error.reason.contains(reason))
        #expect(error.response?.data == data)
        #expect(error.target as? ImageTarget == ImageTarget(picture("a")))
    }

    @Test(arguments: [
        Pictures.png(0, 4), Pictures.jpeg(4, 0), Pictures.bmp(-1, -1), Data([0xFF, 0xD8, 0xFF, 0xD9]),
        Pictures.tiff(isBig: false), Pictures.ico(), Pictures.heif(["heic"], 4, 4), Pictures.jpegXL(),
    ])
    func decoderNeverReceivesAPictureOfUnknownSize(_ data: Data) async throws {
        let error = try await failure(of: client { _ in .data(data) })
        #expect(error.code == .decodingFailed)
        #expect(error.reason.contains("no readable size"))

        let url = try #require(URL(string: "data:image/png;base64,\(data.base64EncodedString())"))
        #expect(try await failure(of: client { _ in .status(500) }, url).reason.contains("no readable size"))
    }

    @Test func decoderReceivesUnknownSizesIfTheLimitsAcceptThem() async throws {
        let limits = ImageLimits(maximumSide: 100, acceptsUnknownSize: true)
        let decoder = ImageDecoder<ImageHeader>(decode: { $0.header }, cost: { _ in 1 })
        let provider = Provider<ImageTarget>.stub { target in
            switch target.url.lastPathComponent {
            case "jpeg": .data(Data([0xFF, 0xD8, 0xFF, 0xD9]))
            case "svg": .text("<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
            case "large": .data(Pictures.png(101, 1))
            default: .status(204)
            }
        }
        let images = ImageClient(
            provider: provider,
            decoder: decoder,
            configuration: ImageClientConfiguration(limits: limits)
        )

        #expect(try await images.image(picture("jpeg")) == ImageHeader(format: .jpeg))
        #expect(try await images.image(picture("svg")) == ImageHeader(format: .unknown))
        for name in ["large", "empty"] {
            let error = await #expect(throws: TernError.self) { try await images.image(picture(name)) }
            #expect(error?.code == .decodingFailed)
        }
    }

    @Test func onlyPicturesWithinTheLimitsAreDecoded() async throws {
        let limits = ImageLimits(maximumBytes: 1_000, maximumSide: 200, maximumPixels: 200 * 50)
        let images = client(limits: limits) { target in
            .data(Pictures.png(200, target.url.lastPathComponent == "a" ? 51 : 50))
        }
        #expect(try await failure(of: images).code == .decodingFailed)
        #expect(try await images.image(picture("b")) == "200x50")
    }

    /// Those of limits, decoders and transforms, also a `TernError` that a decoder throws.
    @Test(arguments: ["limits", "decoder", "own error", "cancellation", "transform", "own error of a transform"])
    func errorHasTargetRequestResponseAndAttempts(_ step: String) async throws {
        let decoder = ImageDecoder<String> { encoded in
            switch step {
            case "decoder": throw Broken()
            case "own error": throw TernError(.decodingFailed, reason: "Broken.")
            case "cancellation": throw CancellationError()
            default: return "done"
            }
        } cost: { _ in
            1
        }
        let transform = ImageTransform<String>("broken") { _ in
            if step == "transform" { throw Broken() }
            throw TernError(.decodingFailed, reason: "Broken.")
        }
        let data = step == "limits" ? Pictures.png(60_000, 1) : Pictures.png(1, 1)
        let images = ImageClient<String>.stub(decoder: decoder) { _ in .data(data) }
        let request = ImageRequest<String>(
            picture("a"),
            headers: ["X-User": "1"],
            transforms: step.contains("transform") ? [.append("A"), transform] : []
        )

        let error = try #require(await images.load(request).result.error)

        #expect(error.code == (step == "cancellation" ? .cancelled : .decodingFailed))
        #expect(error.target as? ImageTarget == ImageTarget(picture("a"), headers: ["X-User": "1"]))
        #expect(error.request?.url == picture("a"))
        #expect(error.response?.data == data)
        #expect(error.attempts == 1)
    }

    @Test func errorWithoutARequestHasItsTarget() async throws {
        let images = client { _ in .data(Pictures.png(1, 1)) }
        let request = ImageRequest<String>(picture("a"), cachePolicy: .memoryOnly)
        #expect(try #require(await images.load(request).result.error).target as? ImageTarget != nil)

        let url = try #require(URL(string: "data:hello"))
        #expect(try #require(await images.load(url).result.error).target as? ImageTarget == ImageTarget(url))
    }

    @Test func truncatedBodyIsAnError() async throws {
        let server = try LoopbackServer { _ in
            .data(Pictures.png(1, 1) + Data(count: 1_000)).failing(.close(at: .afterBodyBytes(500)))
        }
        defer { server.stop() }
        let error = try await failure(of: client(limits: ImageLimits()), server.url.appending(path: "a"))
        #expect(error.code == .connectionLost)
    }

    /// A body whose end is that of the connection can be cut without a trace in HTTP.
    @Test func pictureWithoutItsEndIsNotKept() async throws {
        let images = client { _ in .data(Pictures.png(1, 1).dropLast(10)) }
        #expect(try await images.image(picture("a")) == "1x1")
        #expect(images.cached(picture("a")) == nil)
        let request = ImageRequest<String>(picture("a"), transforms: [.append("A")])
        #expect(try await images.image(request) == "1x1A")
        #expect(images.cached(request) == nil)
    }

    @Test func webPageIsNoPicture() async throws {
        let error = try await failure(
            of: client { _ in
                .text("<!DOCTYPE html><html>", headers: ["Content-Type": "text/html"])
            }
        )
        #expect(error.code == .decodingFailed)
        #expect(error.reason.contains("text/html"))
        #expect(error.response?.statusCode == 200)
    }

    @Test func mediaTypeInAnErrorIsCut() async throws {
        let type = "text/html; a=" + String(repeating: "b", count: 10_000)
        let error = try await failure(of: client { _ in .text("<html>", headers: ["Content-Type": type]) })
        #expect(error.reason.contains("text/html; a=bbb"))
        #expect(error.reason.count < 1_000)
    }

    @Test func emptyBodyIsNoPicture() async throws {
        #expect(try await failure(of: client { _ in .status(204) }).code == .decodingFailed)
    }

    @Test func fiftyPicturesOfWhichSevenFailComeInOrder() async throws {
        let failing: Set = [0, 3, 11, 17, 30, 42, 49]
        let images = ImageClient<String>.stub { target in
            let index = Int(target.url.lastPathComponent) ?? 0
            return failing.contains(index) ? .status(404) : .data(Pictures.png(index, 7))
        }
        let results = await images.images((0..<50).map { picture("\($0)") })

        #expect(results.count == 50)
        for (index, result) in results.enumerated() {
            if failing.contains(index) {
                #expect(result.errorCode == .unacceptableStatus)
            } else {
                #expect(try result.get() == "\(index)x7")
            }
        }
    }

    @Test func redirectToAnotherHostLosesTheCredentials() async throws {
        let other = try LoopbackServer { _ in .data(Pictures.png(1, 1)) }
        let server = try LoopbackServer { [url = other.url] _ in
            .status(302, headers: ["Location": url.appending(path: "b").absoluteString])
        }
        defer {
            server.stop()
            other.stop()
        }
        let images = ImageClient(
            plugins: [AuthorizationPlugin(.token("secret"))],
            decoder: .sizes,
            configuration: ImageClientConfiguration(authorizedOrigins: [server.url])
        )
        let request = ImageRequest<String>(
            server.url.appending(path: "a"),
            headers: ["X-API-Key": "secret", "Cookie": "session=secret"],
            authorization: .bearer
        )
        #expect(try await images.image(request) == "1x1")
        #expect(server.requests.first?.headers["Authorization"] == "Bearer secret")
        #expect(server.requests.first?.headers["X-API-Key"] == "secret")
        let second = try #require(other.requests.first)
        #expect(!second.headers.contains { $0.value.contains("secret") })
    }

    @Test(arguments: ["ftp://host/a.png", "picture.png", "https:///a"])
    func otherURLsAreInvalid(_ text: String) async throws {
        let images = ImageClient(decoder: .sizes)
        let error = try await failure(of: images, try #require(URL(string: text)))
        #expect(error.code == .invalidURL)
    }

    @Test func urlReachesTheServerAsItIs() async throws {
        let server = try LoopbackServer { _ in .data(Pictures.png(1, 1)) }
        defer { server.stop() }
        let path = "/a%2Fb/c;v=1/?q=a+b&q=%20&u=https://x/y?z"
        let url = try #require(URL(string: server.url.absoluteString.trimmingSuffix("/") + path + "#fragment"))
        #expect(try await ImageClient(decoder: .sizes).image(url) == "1x1")
        #expect(server.requests.first?.requestTarget == path)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
