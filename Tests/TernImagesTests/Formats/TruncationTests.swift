import Foundation
import Testing

@testable import TernImages

/// Pictures whose end is missing.
@Suite(.timeLimit(.minutes(20)))
struct TruncationTests {
    private static let whole = [
        Pictures.png(1, 1), Pictures.jpeg(1, 1), Pictures.webP(lossy: 1, 1), Pictures.bmp(1, 1), Pictures.gif(1, 1),
        Pictures.gif(3, 3, frame: (0, 0, 3, 3)),
        Pictures.heif(["heic"], 1, 1), Pictures.heif(["avif"], 1, 1),
        Pictures.jpegXLContainer(inParts: false),
    ]

    private static func isTruncated(_ data: Data) throws -> Bool {
        EncodedImage(data: data, header: try #require(ImageHeader(data))).isTruncated
    }

    @Test(arguments: whole) func wholePictureIsWhole(_ data: Data) throws {
        #expect(try !Self.isTruncated(data))
    }

    /// Cameras append films to their pictures.
    @Test(arguments: whole, ["more", "much more bytes", "\0\0\u{7F}\u{7F}mpvd"])
    func bytesAfterThePictureAreIgnored(_ data: Data, _ more: String) throws {
        #expect(try !Self.isTruncated(data + Data(more.utf8)))
    }

    /// The download can end between two boxes.
    @Test func pictureWithoutItsDataIsTruncated() throws {
        let heic = Pictures.heif(["heic"], 1, 1)
        #expect(try Self.isTruncated(heic.dropLast(17)))
        #expect(try Self.isTruncated(heic.prefix(16)))
        let jxl = Pictures.jpegXLContainer(inParts: false)
        #expect(try Self.isTruncated(jxl.prefix(32)))
    }

    @Test func dataBesideTheDescriptionOfAPictureIsWhole() throws {
        let type = Pictures.box("ftyp", Data("avif\0\0\0\0".utf8))
        #expect(try !Self.isTruncated(type + Pictures.box("meta", Data(count: 4) + Pictures.box("idat", Data([1])))))
    }

    @Test(arguments: whole) func pictureWithoutItsEndIsTruncated(_ data: Data) throws {
        // IEND has a checksum of four bytes, which isn't looked at.
        #expect(try Self.isTruncated(data.dropLast(5)))
    }
}
