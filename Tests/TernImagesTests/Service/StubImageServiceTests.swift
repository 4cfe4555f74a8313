import Foundation
import Tern
import TernImages
import TernImagesTesting
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubImageServiceTests {
    @Test func picturesComeFromADictionary() async throws {
        let images: any ImageService<String> = StubImageService([picture("a"): "A"])
        #expect(try await images.image(picture("a")) == "A")
        let error = await #expect(throws: TernError.self) { try await images.image(picture("b")) }
        #expect(error?.code == .missingSample)
        #expect(error?.reason == "The StubImageService has no picture for GET https://pictures.example/b.")
        // Loads don't change the memory.
        #expect(images.cached(picture("a")) == nil)

        let url = try #require(URL(string: "data:image/png;base64,aHVzaA=="))
        let text = try #require(await images.load(url).result.error).description
        #expect(!text.contains("aHVzaA"))
    }

    @Test func unknownURLAndUnusedPictureAreFindings() async throws {
        let journal = Journal()
        let images = StubImageService([picture("a"): "A", picture("u"): "U"], journal: journal)

        #expect(try await images.image(picture("a")) == "A")
        await #expect(throws: TernError.self) { try await images.image(picture("b")) }

        #expect(journal.findings().map(\.kind) == [.unmatchedRequest, .unusedStub])
        #expect(
            journal.findings().map(\.message) == [
                "The StubImageService has no picture for GET https://pictures.example/b. Add it to the pictures of the "
                    + "StubImageService.",
                "The picture of https://pictures.example/u was never requested. Remove it, or make the call that requests "
                    + "it.",
            ]
        )
        #expect(journal.findings().allSatisfy { $0.source.description.hasPrefix("StubImageServiceTests.swift:") })
    }

    @Test func unusedClosureIsAFinding() async throws {
        let journal = Journal()
        let images = StubImageService<String>(memory: [picture("m"): "M"], journal: journal) { _ in "A" }
        #expect(journal.findings().map(\.kind) == [.unusedStub])

        #expect(images.cached(picture("m")) == "M")

        #expect(journal.findings() == [])
    }

    @Test func requestsAreRecordedAndCanBeAwaited() async throws {
        let images = StubImageService<String>(memory: [picture("m"): "M"]) { $0.url.lastPathComponent }
        let task = Task { await images.images([picture("a"), picture("m"), picture("b")]) }
        try await images.waitForRequests(atLeast: 2)
        #expect(images.requests.map(\.url) == [picture("a"), picture("b")])
        #expect(try await task.value.map { try $0.get() } == ["a", "M", "b"])
    }

    private static let policies: [(ImageCachePolicy, String, String?, Int)] = [
        (.memoryFirst, "m", "M", 0), (.memoryFirst, "a", "a", 1), (.reload, "m", "m", 1), (.noMemory, "m", "m", 1),
        (.memoryOnly, "m", "M", 0), (.memoryOnly, "a", nil, 0),
    ]

    @Test(arguments: policies)
    func cachePolicyDecidesAboutTheMemory(
        _ policy: ImageCachePolicy,
        _ name: String,
        _ expected: String?,
        _ requests: Int
    ) async throws {
        let images = StubImageService<String>(memory: [picture("m"): "M"]) { $0.url.lastPathComponent }
        let result = await images.load(ImageRequest(picture(name), cachePolicy: policy)).result

        #expect((try? result.get()) == expected)
        #expect(result.errorCode == (expected == nil ? .notCached : nil))
        #expect(images.requests.count == requests)
        // Loads don't change the memory.
        #expect(images.cached(picture("m")) == "M")
    }

    @Test func otherErrorsAreWrapped() async throws {
        let images = StubImageService<String> { _ in throw Broken() }
        let error = await #expect(throws: TernError.self) { try await images.image(picture("a")) }
        #expect(error?.code == .transportFailed)
        #expect(error?.underlying is Broken)
    }

    /// A service of one's own needs two functions.
    @Test func ownServiceHasEverythingElse() async throws {
        struct Initials: ImageService {
            func cached(_ request: ImageRequest<String>) -> String? { nil }

            func load(_ request: ImageRequest<String>) -> ImageTask<String> {
                ImageTask(request, result: .success(String(request.url.lastPathComponent.prefix(1))))
            }
        }
        let images = Initials()
        #expect(try await images.image(picture("octocat")) == "o")
        #expect(await images.images([picture("a"), picture("b")]).map { try? $0.get() } == ["a", "b"])
        #expect(await images.prefetch([picture("a")]).finished() == 1)
    }
}
