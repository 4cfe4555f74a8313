import Foundation
import Tern
import TernTesting
import Testing

@testable import TernImages

/// Pictures that are decoded for the size in which they are shown.
@Suite(.timeLimit(.minutes(20)))
struct TargetSizeTests {
    private let images = ImageClient<String>.stub(
        decoder: ImageDecoder { _, targetSize in
            targetSize.map { "\($0.width)x\($0.height)" } ?? "full"
        } cost: {
            $0.utf8.count
        }
    ) { _ in .data(Pictures.png(400, 300)) }

    private func request(_ width: Int, _ height: Int, _ transforms: [ImageTransform<String>] = []) -> ImageRequest<
        String
    > {
        ImageRequest(picture("a"), targetSize: ImageHeader.Size(width: width, height: height), transforms: transforms)
    }

    @Test func decoderReceivesTheTargetSizeOfTheRequest() async throws {
        #expect(try await images.image(picture("a")) == "full")
        #expect(try await images.image(request(40, 30)) == "40x30")
        #expect(try await images.image(request(80, 60, [.append("A")])) == "80x60A")
    }

    @Test func eachTargetSizeIsAPictureOfItsOwn() async throws {
        let requests = [request(40, 30), request(80, 60), request(40, 30)]
        #expect(await images.images(requests).map { try? $0.get() } == ["40x30", "80x60", "40x30"])
        #expect(images.statistics.decodes == 2)
        #expect(images.cached(requests[1]) == "80x60")
        #expect(images.cached(request(80, 61)) == nil)
        #expect(images.cached(picture("a")) == nil)
        await images.remove(requests[0])
        #expect(images.cached(requests[0]) == nil)
        #expect(images.cached(requests[1]) == "80x60")
    }

    @Test(arguments: [
        // The width decides, or the height, or either of them after a rotation.
        ([4_000, 3_000], [100, 100], 134), ([4_000, 3_000], [400, 300], 534), ([3_000, 4_000], [400, 300], 534),
        // Never larger than the picture.
        ([40, 30], [100, 100], 40), ([10_000, 100], [100, 100], 10_000), ([1, 1], [Int.max, 1], 1),
    ])
    func smallestSizeFillsTheTarget(_ size: [Int], _ target: [Int], _ longerSide: Int) throws {
        let size = try #require(ImageHeader.Size(width: size[0], height: size[1]))
        let target = try #require(ImageHeader.Size(width: target[0], height: target[1]))
        #expect(size.longerSide(filling: target) == longerSide)
    }
}
