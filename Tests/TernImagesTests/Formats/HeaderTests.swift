import Foundation
import TernImages
import Testing

/// Formats and sizes by their bytes.
@Suite(.timeLimit(.minutes(20)))
struct HeaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let data: Data
        let format: ImageFormat
        let size: [Int]?

        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "png", data: Pictures.png(640, 480), format: .png, size: [640, 480]),
        Case(name: "png of a Mac", data: cgbi(bytes: 4), format: .png, size: [70, 80]),
        Case(name: "jpeg", data: Pictures.jpeg(4_032, 3_024), format: .jpeg, size: [4_032, 3_024]),
        Case(name: "gif", data: Pictures.gif(320, 200), format: .gif, size: [320, 200]),
        Case(name: "lossy webp", data: Pictures.webP(lossy: 550, 368), format: .webP, size: [550, 368]),
        Case(
            name: "lossless webp",
            data: Pictures.webP(lossless: 16_384, 9_000),
            format: .webP,
            size: [16_384, 9_000]
        ),
        Case(name: "extended webp", data: Pictures.webP(extended: 70_000, 3), format: .webP, size: [70_000, 3]),
        Case(name: "bmp", data: Pictures.bmp(24, 36), format: .bmp, size: [24, 36]),
        Case(name: "bmp from the top", data: Pictures.bmp(24, -36), format: .bmp, size: [24, 36]),
        Case(name: "core bmp", data: Pictures.coreBMP(24, 36), format: .bmp, size: [24, 36]),
        Case(name: "big tiff", data: Pictures.tiff(isBig: true), format: .tiff, size: nil),
        Case(name: "little tiff", data: Pictures.tiff(isBig: false), format: .tiff, size: nil),
        Case(name: "bigtiff", data: Pictures.tiff(isBig: true, version: 43), format: .tiff, size: nil),
        Case(name: "little bigtiff", data: Pictures.tiff(isBig: false, version: 43), format: .tiff, size: nil),
        Case(name: "ico", data: Pictures.ico(), format: .ico, size: nil),
        Case(name: "heic", data: Pictures.heif(["heic", "mif1"], 4_032, 3_024), format: .heic, size: nil),
        Case(
            name: "heic by brand",
            data: Pictures.heif(["mif1", "miaf", "heix"], 90, 9_999),
            format: .heic,
            size: nil
        ),
        Case(name: "avif", data: Pictures.heif(["avif"], 1_920, 1_080), format: .avif, size: nil),
        Case(name: "jxl", data: Pictures.jpegXL(), format: .jpegXL, size: nil),
        Case(name: "jxl in a box", data: Pictures.jpegXLContainer(inParts: false), format: .jpegXL, size: nil),
        Case(name: "jxl in parts", data: Pictures.jpegXLContainer(inParts: true), format: .jpegXL, size: nil),
        Case(name: "png without a side", data: Pictures.png(0, 4), format: .png, size: nil),
        Case(
            name: "bmp of the smallest height",
            data: Pictures.bmp(1, -0x8000_0000),
            format: .bmp,
            size: [1, 0x8000_0000]
        ),
        Case(
            name: "jpeg with bytes between its segments",
            data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0, 0xFF, 0, 7, 0xFF, 0xFF, 0xC0, 0, 11, 8])
                + Data([0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0]),
            format: .jpeg,
            size: [65_535, 65_535]
        ),
        Case(
            name: "jpeg with a segment shorter than its length field",
            data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1]) + Pictures.jpeg(7, 7).dropFirst(2),
            format: .jpeg,
            size: nil
        ),
        Case(
            name: "gif whose frame exceeds its screen",
            data: Pictures.gif(10, 300, frame: (5, 6, 40_000, 100)),
            format: .gif,
            size: [40_005, 300]
        ),
        Case(name: "gif without a screen", data: Pictures.gif(0, 0, frame: (0, 0, 7, 8)), format: .gif, size: [7, 8]),
        Case(name: "png with a long chunk of a Mac", data: cgbi(bytes: 9), format: .png, size: [70, 80]),
        Case(name: "png with two chunks of a Mac", data: cgbi(bytes: 4, count: 2), format: .png, size: nil),
        Case(name: "bmp of negative width", data: Pictures.bmp(-1, 36), format: .bmp, size: nil),
        Case(name: "jpeg without a frame", data: Data([0xFF, 0xD8, 0xFF, 0xD9]), format: .jpeg, size: nil),
    ]

    /// With the chunk that Apple's tools write first.
    private static func cgbi(bytes: Int, count: Int = 1) -> Data {
        let whole = Pictures.png(70, 80)
        let chunk = Pictures.big(bytes, 4) + Data("CgBI".utf8) + Data(count: bytes + 4)
        return whole.prefix(8) + Data(repeatElement(chunk, count: count).joined()) + whole.dropFirst(8)
    }

    @Test(arguments: cases) func headerHasFormatAndSize(of picture: Case) throws {
        let header = try #require(ImageHeader(picture.data))

        #expect(header.format == picture.format)
        #expect(header.size.map { [$0.width, $0.height] } == picture.size)
    }

    /// A slice whose indices don't begin at 0 is read from its own beginning.
    @Test(arguments: cases) func sliceHasTheSameHeader(of picture: Case) {
        let slice = (Data([1, 2, 3]) + picture.data).dropFirst(3)

        #expect(ImageHeader(slice) == ImageHeader(picture.data))
        #expect(
            ImageHeader(slice).map { EncodedImage(data: slice, header: $0).isTruncated }
                == ImageHeader(picture.data).map { EncodedImage(data: picture.data, header: $0).isTruncated }
        )
    }

    @Test(arguments: [
        "", "<!DOCTYPE html><html>", "BM is a text", "II think", "MM", "GIF88a....", "RIFF....WAVEfmt ", "%PDF-1.7",
        "\0\0\0\u{18}ftypmp42\0\0\0\0isommp42",
        "\u{89}PNG", "{\"picture\":1}",
    ])
    func otherBytesHaveNoHeader(_ text: String) {
        #expect(ImageHeader(Data(text.utf8)) == nil)
    }

    @Test func sizesBelowOneDoNotExist() {
        #expect(ImageHeader.Size(width: 0, height: 1) == nil)
        #expect(ImageHeader.Size(width: 1, height: -1) == nil)
        #expect(ImageHeader.Size(width: 1, height: 1) != nil)
    }
}
