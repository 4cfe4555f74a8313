import Foundation
import Tern
import TernCache
import TernImages
import TernImagesTesting
import TernPlugins
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The snippets of the guide of TernImages.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct ImagesGuideTests {
    @MainActor final class PoseCell: ImageDisplaying {
        let imageSlot = ImageSlot<EncodedImage>()
        private(set) var picture: EncodedImage?

        func display(_ image: EncodedImage?) { picture = image }
    }

    @MainActor final class PoseListViewModel {
        private let images: any ImageService<EncodedImage>

        init(images: any ImageService<EncodedImage>) {
            self.images = images
        }

        func show(_ url: URL, on cell: PoseCell) {
            images.setImage(on: cell, fromURL: url, withPlaceholder: placeholder)
        }
    }

    private let url = URL(string: "https://poses.example/1.png")!
    private let png = EncodedImage.placeholder.data

    @Test func pictureComesThroughAProvider() async throws {
        let provider = Provider<ImageTarget>.stub { [png] _ in .data(png) }

        let images = ImageClient(provider: provider, decoder: .encoded)
        let picture = try await images.image(url)  // EncodedImage: bytes, format and size

        #expect(picture.header.size == ImageHeader.Size(width: 1, height: 1))
    }

    @Test func loadHasProgressAndPriority() async throws {
        let images = ImageClient(provider: Provider<ImageTarget>.stub { [png] _ in .data(png) }, decoder: .encoded)
        var fractions: [Double] = []

        let task = images.load(ImageRequest(url, priority: .high))
        for await progress in task.progress { fractions.append(progress.fractionCompleted ?? 0) }
        let picture = try await task.value

        #expect(picture.data == png)
        #expect(fractions.allSatisfy { $0 <= 1 })
    }

    @Test func cacheStoresPictures() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ImagesGuideTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }

        let cache = HTTPCache(disk: HTTPCache.Disk(folder: folder))
        let images = ImageClient(cache: cache, storageTime: .seconds(30 * 86_400), decoder: .encoded)

        #expect(images.statistics.storedHits == 0)
    }

    @Test func requestHasATargetSize() async throws {
        let images = ImageClient(provider: Provider<ImageTarget>.stub { [png] _ in .data(png) }, decoder: .encoded)

        let request = ImageRequest<EncodedImage>(url, targetSize: ImageHeader.Size(width: 320, height: 240))
        let thumbnail = try await images.image(request)

        #expect(images.cached(request) == thumbnail)
        #expect(images.cached(url) == nil)
    }

    @Test func pictureOfTheAppIsInMemory() {
        let images = ImageClient(
            provider: Provider<ImageTarget>.stub(journal: nil) { _ in .status(500) },
            decoder: .encoded
        )
        let photo = EncodedImage.placeholder

        images.insert(photo, for: ImageRequest(url))

        #expect(images.cached(url) == photo)
    }

    @Test func namedOriginReceivesCredentials() async throws {
        struct Session: Sendable {
            var token: String { get async { "secret" } }
        }
        let server = try LoopbackServer { [png] _ in .data(png) }
        defer { server.stop() }
        let (session, poses, url) = (Session(), server.url, server.url.appending(path: "1.png"))

        let images = ImageClient(
            plugins: [AuthorizationPlugin { _ in await session.token }],
            decoder: .encoded,
            configuration: ImageClientConfiguration(authorizedOrigins: [poses])
        )
        let portrait = try await images.image(ImageRequest(url, authorization: .bearer))

        #expect(portrait.data == png)
        #expect(server.requests.first?.headers["Authorization"] == "Bearer secret")
    }

    @Test func cellShowsAPicture() {
        let (cell, pose) = (PoseCell(), url)
        let images = StubImageService<EncodedImage>(memory: [pose: .placeholder]) { _ in .placeholder }

        images.setImage(on: cell, fromURL: pose, withPlaceholder: placeholder)

        #expect(cell.picture == .placeholder)
        let other = PoseCell()
        PoseListViewModel(images: images).show(pose, on: other)
        #expect(other.picture == .placeholder)
    }

    @Test func clientIsTestedWithAStubbedProvider() async throws {
        let images = ImageClient(
            provider: Provider<ImageTarget>.stub { _ in .data(png) },
            decoder: .encoded
        )
        #expect(try await images.image(url).data == png)
    }

    @Test func viewIsTestedWithAStubbedService() async throws {
        final class NameCell: ImageDisplaying {
            let imageSlot = ImageSlot<String>()
            func display(_ image: String?) {}
        }
        let (cell, first, second) = (NameCell(), url, url.appending(path: "b"))

        let slow = SampleGate()
        let images = StubImageService<String> { request in
            if request.url == first { try await slow.pass() }
            return request.url.lastPathComponent
        }
        images.setImage(on: cell, fromURL: first)
        images.setImage(on: cell, fromURL: second)  // the cell is reused
        slow.release()

        #expect(try await cell.imageSlot.task?.value == "b")
    }

    @Test func completionReceivesThePicture() async {
        let images: any ImageService<EncodedImage> = StubImageService([url: .placeholder])
        let (results, continuation) = AsyncStream.makeStream(of: Void.self)
        var names: [String] = [] { didSet { continuation.finish() } }

        images.downloadImage(fromURL: url) { result in
            names.append((try? result.get())?.header.format.rawValue ?? "none")
        }

        for await _ in results {}
        #expect(names == ["PNG"])
    }

    @MainActor final class PictureView {
        var picture: Data?
    }

    @MainActor final class ImageClientBefore {
        static let shared = ImageClientBefore()
        private var imageForURL: [URL: Data] = [:]
        private var taskForView: [ObjectIdentifier: Task<Void, Never>] = [:]

        func setImage(on view: PictureView, fromURL url: URL, withPlaceholder placeholder: Data?) {
            taskForView[ObjectIdentifier(view)]?.cancel()
            view.picture = placeholder
            taskForView[ObjectIdentifier(view)] = Task {
                if let image = imageForURL[url] {
                    view.picture = image
                    return
                }
                guard let (image, _) = try? await URLSession.shared.data(from: url) else { return }
                imageForURL[url] = image
                view.picture = image
            }
        }
    }
}

private let placeholder: EncodedImage? = nil

extension EncodedImage {
    /// A PNG of one pixel, without its data.
    fileprivate static let placeholder: EncodedImage = {
        let head = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        let size = Data([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0])
        let data = head + size + Data([0, 0, 0, 0]) + Data("IEND".utf8) + Data(count: 4)
        return EncodedImage(data: data, header: ImageHeader(format: .png, size: ImageHeader.Size(width: 1, height: 1)))
    }()
}
