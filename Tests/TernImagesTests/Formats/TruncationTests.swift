import Foundation
import Testing

@testable import TernImages

/// Pictures whose end is missing.
@Suite(.timeLimit(.minutes(5)))
struct TruncationTests {
    private static let whole = [
        Pictures.png(1, 1), Pictures.jpeg(1, 1), Pictures.webP(lossy: 1, 1), Pictures.bmp(1, 1),
        Pictures.heif(["heic"], 1, 1), Pictures.heif(["avif"], 1, 1),
        Pictures.jpegXLContainer(Pictures.jpegXL([(1, 1), (0, 5), (7, 3)]), inParts: false),
    ]

    private static func isTruncated(_ data: Data) throws -> Bool {
        EncodedImage(data: data, header: try #require(ImageHeader(data))).isTruncated
    }

    @Test(arguments: whole) func wholePictureIsWhole(_ data: Data) throws {
        #expect(try !Self.isTruncated(data))
    }

    /// Cameras append films to their pictures.
    @Test(arguments: whole.prefix(4)) func bytesAfterThePictureAreIgnored(_ data: Data) throws {
        #expect(try !Self.isTruncated(data + Data("more".utf8)))
    }

    @Test(arguments: whole) func pictureWithoutItsEndIsTruncated(_ data: Data) throws {
        // IEND has a checksum of four bytes, which isn't looked at.
        #expect(try Self.isTruncated(data.dropLast(5)))
    }
}
