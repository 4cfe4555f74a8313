import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import TernImages

/// Loads of the same picture share their work.
@Suite(.timeLimit(.minutes(20)))
struct SharingTests {
    @Test func thousandLoadsShareOneDownloadAndOneDecode() async throws {
        let gate = SampleGate()
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(3, 4)).held(by: gate) }
        let tasks = (0..<1_000).map { _ in images.load(picture("a")) }
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        for task in tasks { #expect(try await task.value == "3x4") }
        let statistics = images.statistics
        #expect(statistics.downloads == 1)
        #expect(statistics.decodes == 1)
        #expect(statistics.shared == 999)
        #expect(statistics.waitingLoads == 0)
        #expect(statistics.cachedCount == 1)
    }

    @Test func requestsOfTwoUsersAreNeverShared() async throws {
        let images = ImageClient<String>.stub { target in
            .data(target.headers["Authorization"] == "Bearer a" ? Pictures.png(1, 1) : Pictures.png(2, 2))
        }
        let requests = ["Bearer a", "Bearer b"].map {
            ImageRequest<String>(picture("me"), headers: ["Authorization": $0])
        }

        #expect(try await images.images(requests).map { try $0.get() } == ["1x1", "2x2"])
        #expect(images.statistics.shared == 0)
        #expect(images.cached(requests[0]) == "1x1")
        #expect(images.cached(requests[1]) == "2x2")
        #expect(images.cached(picture("me")) == nil)
        // The order and the case of names don't matter.
        #expect(images.cached(ImageRequest(picture("me"), headers: ["authorization": "Bearer a"])) == "1x1")
    }

    @Test func requestsWithAnotherSchemeAreNotShared() async throws {
        let configuration = ImageClientConfiguration(authorizedOrigins: [picture("")])
        let images = ImageClient<String>.stub(configuration: configuration) { target in
            .data(target.authorization == .none ? Pictures.png(1, 1) : Pictures.png(2, 2))
        }
        #expect(try await images.image(picture("a")) == "1x1")
        #expect(try await images.image(ImageRequest(picture("a"), authorization: .bearer)) == "2x2")
    }

    @Test func cacheKeyReplacesTheURL() async throws {
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(1, 1)) }
        _ = try await images.image(ImageRequest(picture("a?signature=1"), cacheKey: "a"))
        #expect(images.cached(ImageRequest(picture("a?signature=2"), cacheKey: "a")) == "1x1")
        #expect(images.cached(picture("a?signature=1")) == nil)
    }

    /// The first load of a cache key, which fails, and the requests of the loads that join it.
    private func results(
        of requests: [ImageRequest<String>],
        on images: ImageClient<String>,
        heldBy gate: SampleGate
    ) async -> [Result<String, TernError>] {
        let tasks = requests.map { images.load($0) }
        await gate.waitForArrivals(atLeast: 1)
        gate.release()
        var results: [Result<String, TernError>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private func signed(_ signature: String, _ transforms: [ImageTransform<String>] = []) -> ImageRequest<String> {
        ImageRequest(picture("a?signature=\(signature)"), cacheKey: "a", transforms: transforms)
    }

    @Test(arguments: [403, 200]) func freshURLIsLoadedIfTheURLOfTheSharedLoadFails(_ status: Int) async throws {
        let gate = SampleGate()
        let order = StubState<[String]>([])
        let images = ImageClient<String>.stub { target in
            order.update { $0.append(target.url.query ?? "") }
            guard target.url.query == "signature=old" else { return .data(Pictures.png(3, 4)) }
            return .text("Expired", status: status).held(by: gate)
        }
        let results = await results(
            of: [
                signed("old"), signed("new"), signed("newer", [.append("A")]), signed("old", [.append("A")]),
                signed("new", [.append("B")]),
            ],
            on: images,
            heldBy: gate
        )
        #expect(results.map { try? $0.get() } == [nil, "3x4", "3x4A", nil, "3x4B"])
        #expect(results[0].errorCode == (status == 403 ? .unacceptableStatus : .decodingFailed))
        // The second one is shared, in the order of arrival.
        #expect(order.value == ["signature=old", "signature=new"])
        #expect(images.cached(signed("any")) == "3x4")
        #expect(images.statistics.failed == 2)
        #expect((images.statistics.waitingLoads, images.statistics.memoryMisses) == (0, 5))
    }

    @Test func eachURLOfACacheKeyFailsWithItsOwnError() async throws {
        let gate = SampleGate()
        let images = ImageClient<String>.stub { target in
            switch target.url.query {
            case "signature=1": .status(403).held(by: gate)
            case "signature=2": .status(404)
            default: .status(410)
            }
        }
        let results = await results(of: ["1", "2", "3", "2"].map { signed($0) }, on: images, heldBy: gate)
        #expect(results.map { $0.error?.response?.statusCode } == [403, 404, 410, 404])
        #expect(results.map { $0.error?.request?.url.query?.last } == ["1", "2", "3", "2"])
    }

    @Test func loadThatIsStartedAgainKeepsItsChangedPriority() async throws {
        let gate = SampleGate()
        let order = StubState<[String]>([])
        let configuration = ImageClientConfiguration(maximumDownloads: 1)
        let images = ImageClient<String>.stub(configuration: configuration) { target in
            order.update { $0.append(target.url.query ?? target.url.lastPathComponent) }
            return target.url.query == "signature=1" ? .status(403).held(by: gate) : .data(Pictures.png(1, 1))
        }
        let (_, second) = (images.load(signed("1")), images.load(signed("2")))
        let others = ["b", "c"].map { images.load(picture($0)) }
        second.priority = .high
        await gate.waitForArrivals(atLeast: 1)
        gate.release()
        for task in [second] + others { _ = try await task.value }
        // The slot of the failed download passes to the picture that waits already.
        #expect(order.value == ["signature=1", "b", "signature=2", "c"])
    }

    @Test func cancelledLoadIsNotStartedAgain() async throws {
        let gate = SampleGate()
        let images = ImageClient<String>.stub { target in
            target.url.query == "signature=1" ? .status(403).held(by: gate) : .data(Pictures.png(1, 1))
        }
        let (first, second) = (images.load(signed("1")), images.load(signed("2")))
        await gate.waitForArrivals(atLeast: 1)
        second.cancel()
        gate.release()
        #expect(await first.errorCode == .unacceptableStatus)
        await images.waitUntilIdle()
        #expect(images.statistics.downloads == 1)
    }

    @Test func loadFromBeforeRemoveAllIsNotStartedAgain() async throws {
        let gate = SampleGate()
        let images = ImageClient<String>.stub { target in
            target.url.query == "signature=1" ? .status(403).held(by: gate) : .data(Pictures.png(1, 1))
        }
        let (_, second) = (images.load(signed("1")), images.load(signed("2")))
        await gate.waitForArrivals(atLeast: 1)
        await images.removeAll()
        gate.release()
        #expect(await second.errorCode == .unacceptableStatus)
        #expect(images.statistics.downloads == 1)
    }

    @Test func transformsShareTheirPrefixes() async throws {
        let gate = SampleGate()
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(3, 4)).held(by: gate) }
        func load(_ names: String...) -> ImageTask<String> {
            images.load(ImageRequest(picture("a"), transforms: names.map { .append($0) }))
        }
        let tasks = [load("A", "B"), load("A"), load(), load("A", "C"), load("B"), load("A", "B")]
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        var values: [String] = []
        for task in tasks { values.append(try await task.value) }
        #expect(values == ["3x4AB", "3x4A", "3x4", "3x4AC", "3x4B", "3x4AB"])
        #expect(images.statistics.downloads == 1)
        #expect(images.statistics.decodes == 1)
        // A, AB, AC, B.
        #expect(images.statistics.transforms == 4)
    }

    @Test func transformUsesThePrefixInMemory() async throws {
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(3, 4)) }
        _ = try await images.image(ImageRequest(picture("a"), transforms: [.append("A")]))
        #expect(
            try await images.image(ImageRequest(picture("a"), transforms: [.append("A"), .append("B")])) == "3x4AB"
        )
        #expect(images.statistics.downloads == 1)
        #expect(images.statistics.transforms == 2)
        // Only what was asked for is kept.
        #expect(images.cached(picture("a")) == nil)
    }

    @Test func failureReachesAllLoadsAndIsNotKept() async throws {
        struct NoTransform: Error {}
        let gate = SampleGate()
        let images = ImageClient<String>.stub { _ in
            .inOrder(SampleResponse.status(500).held(by: gate), .data(Pictures.png(3, 4)))
        }
        let tasks = [
            images.load(picture("a")), images.load(picture("a")),
            images.load(ImageRequest(picture("a"), transforms: [.append("A"), .append("B")])),
        ]
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        for task in tasks {
            let error = await #expect(throws: TernError.self) { try await task.value }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.response?.statusCode == 500)
        }
        #expect(images.statistics.failed == 3)
        #expect(try await images.image(picture("a")) == "3x4")
    }

    @Test func failedTransformNamesItself() async throws {
        struct NoTransform: Error {}
        let images = ImageClient<String>.stub { _ in .data(Pictures.png(3, 4)) }
        let broken = ImageTransform<String>("broken") { _ in throw NoTransform() }
        let error = await #expect(throws: TernError.self) {
            try await images.image(ImageRequest(picture("a"), transforms: [broken]))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.underlying is NoTransform)
        #expect(error?.reason.contains("\"broken\"") == true)
    }
}
