import Foundation
import Tern
import TernTesting
import Testing

@testable import TernImages

/// Pictures in files.
@Suite(.timeLimit(.minutes(20)))
struct FileURLTests {
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("TernTests-\(UUID().uuidString)")

        init() {
            try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }

    private let folder = Folder()
    private let images = ImageClient<String>.stub { _ in .status(500) }

    private func file(_ name: String, _ data: Data) throws -> URL {
        let url = folder.url.appending(path: name)
        try data.write(to: url)
        return url
    }

    @MainActor
    @Test func fileIsLoadedWithoutADownload() async throws {
        let url = try file("a picture.png", Pictures.png(3, 4))
        #expect(try await images.image(url) == "3x4")
        #expect(images.cached(url) == "3x4")
        #expect(images.statistics.downloads == 0)
        #expect(images.statistics.decodes == 1)

        try Pictures.png(5, 6).write(to: url)
        #expect(try await images.image(url) == "3x4")
        #expect(try await images.image(ImageRequest(url, transforms: [.append("A")], cachePolicy: .reload)) == "5x6A")
    }

    @Test func fileOfTheMaximumSizeIsLoaded() async throws {
        let url = try file("a", Pictures.png(3, 4))
        for (limit, code) in [(0, nil), (-1, TernError.Code.bodyTooLarge), (.max - Pictures.png(3, 4).count, nil)] {
            let limits = ImageLimits(maximumBytes: Pictures.png(3, 4).count + limit)
            let images = ImageClient<String>.stub(configuration: ImageClientConfiguration(limits: limits)) { _ in
                .status(500)
            }
            #expect(await images.load(url).errorCode == code)
        }
    }

    private func failure(of url: URL) async throws -> TernError {
        let error = await #expect(throws: TernError.self) { try await images.image(url) }
        #expect(images.cached(url) == nil)
        return try #require(error)
    }

    @Test func missingFileIsNamed() async throws {
        let error = try await failure(of: folder.url.appending(path: "missing.png"))
        #expect(error.code == .unreadableFile)
        #expect(error.reason.contains("missing.png\" can't be read (No such file or directory)."))
        #expect((error.underlying as? NSError)?.domain == NSPOSIXErrorDomain)
        #expect(error.request == nil && error.target is ImageTarget)
    }

    @Test func directoryIsNoPicture() async throws {
        let error = try await failure(of: folder.url)
        #expect(error.code == .unreadableFile)
        #expect(error.reason.contains("can't be read (Is a directory)."))
    }

    #if os(Linux)
        @Test func fileThatIsNotRegularIsNeverOpened() async throws {
            let fifo = folder.url.appending(path: "fifo")
            #expect(mkfifo(fifo.path, 0o600) == 0)
            for url in [fifo, URL(filePath: "/dev/zero")] {
                let error = try await failure(of: url)
                #expect(error.code == .unreadableFile)
                #expect(error.reason.hasSuffix("is a FIFO, a socket or a device."))
            }
        }
    #endif

    @Test(arguments: ["file://server.example/a.png", "file:///tmp%00/a.png", "file:///%00"])
    func otherPlaceIsNotRead(_ text: String) async throws {
        #expect(try await failure(of: try #require(URL(string: text))).code == .unreadableFile)
    }

    @Test(arguments: [Data("<html>".utf8), Data()]) func fileWithoutAPictureIsNotDecoded(_ data: Data) async throws {
        let error = try await failure(of: try file("page.png", data))
        #expect(error.code == .decodingFailed)
        #expect(error.reason.hasPrefix("The \(data.count) bytes of the file \""))
    }

    @Test func pictureBeyondALimitIsNotDecoded() async throws {
        let error = try await failure(of: try file("a", Pictures.png(60_000, 60_000)))
        #expect(error.code == .decodingFailed)
        #expect(error.reason.contains("more than 30000 on a side"))
        #expect(images.statistics.decodes == 0)
    }
}
