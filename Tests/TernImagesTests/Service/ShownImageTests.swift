import Foundation
import Tern
import TernImagesTesting
import TernTesting
import Testing

@testable import TernImages

/// The state of a view for one picture.
@Suite(.timeLimit(.minutes(20)))
struct ShownImageTests {
    private struct User: ImageService, Hashable {
        let name: String

        func cached(_ request: ImageRequest<String>) -> String? { nil }

        func load(_ request: ImageRequest<String>) -> ImageTask<String> {
            ImageTask(request, result: .success(name))
        }
    }

    private typealias Key = ShownImage<String>.Key

    private let request = ImageRequest<String>(picture("a"))
    private let failure = Result<String, TernError>.failure(TernError(.cancelled))

    @Test func pictureOfAnotherServiceIsNotShown() {
        let services: [any ImageService<String>] = [
            StubImageService([:]), StubImageService([:]), User(name: "a"), User(name: "b"),
        ]
        for (index, service) in services.enumerated() {
            var shown = ShownImage<String>()
            shown.finish(.success("A"), for: Key(request, from: service), isCancelled: false)
            for (other, otherService) in services.enumerated() {
                let key = Key(request, from: otherService)
                #expect((shown.result(for: key) != nil) == (index == other))
                #expect((key == Key(request, from: service)) == (index == other))
            }
        }
    }

    @Test func pictureOfAnotherRequestIsNotShown() throws {
        let images = StubImageService<String>([:])
        var shown = ShownImage<String>()
        let key = Key(request, from: images)
        shown.finish(.success("A"), for: key, isCancelled: false)

        for other in [
            ImageRequest<String>(picture("b")), ImageRequest(picture("a"), headers: ["Authorization": "Bearer b"]),
            ImageRequest(picture("a"), transforms: [.append("A")]), ImageRequest(picture("a"), cachePolicy: .reload),
        ] { #expect(shown.result(for: Key(other, from: images)) == nil) }
        #expect(try shown.result(for: Key(request, from: images))?.get() == "A")
        shown.clear()
        #expect(shown.result(for: key) == nil)
    }

    @Test func onlyShownPicturesAreNotLoadedAgain() {
        let key = Key(request, from: User(name: "a"))
        var shown = ShownImage<String>()
        #expect(shown.needsLoad(for: key))
        shown.finish(failure, for: key, isCancelled: false)
        #expect(shown.needsLoad(for: key))
        shown.finish(.success("A"), for: key, isCancelled: false)
        #expect(!shown.needsLoad(for: key))
        #expect(shown.needsLoad(for: Key(request, from: User(name: "b"))))
    }

    /// A view that has a new key cancels its task.
    @Test func endOfACancelledTaskIsIgnored() {
        let key = Key(request, from: User(name: "a"))
        var shown = ShownImage<String>()
        shown.finish(.success("A"), for: key, isCancelled: true)
        #expect(shown.result(for: key) == nil)
        shown.finish(failure, for: key, isCancelled: true)
        #expect(shown.result(for: key) == nil)
    }

    @Test func cancellationByAPluginIsAFailure() {
        let key = Key(request, from: User(name: "a"))
        var shown = ShownImage<String>()
        shown.finish(failure, for: key, isCancelled: false)
        #expect(shown.result(for: key)?.errorCode == .cancelled)
    }

    /// The signature of a URL changes.
    @Test func newURLWithTheSameCacheKeyKeepsThePictureAndRepeatsAFailure() throws {
        let images = User(name: "a")
        let keys = [1, 2].map { Key(ImageRequest(picture("a?signature=\($0)"), cacheKey: "a"), from: images) }
        var shown = ShownImage<String>()
        #expect(keys[0] != keys[1])
        shown.finish(.success("A"), for: keys[0], isCancelled: false)
        #expect(try shown.result(for: keys[1])?.get() == "A")
        shown.finish(failure, for: keys[0], isCancelled: false)
        #expect(shown.result(for: keys[1]) == nil)
        #expect(shown.needsLoad(for: keys[1]))
    }
}
