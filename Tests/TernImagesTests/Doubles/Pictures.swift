import Foundation

/// The smallest pictures of each format, as far as a header needs them.
enum Pictures {
    static func png(_ width: Int, _ height: Int) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        data += big(width, 4) + big(height, 4) + Data([8, 6, 0, 0, 0, 0, 0, 0, 0])
        return data + Data([0, 0, 0, 0]) + Data("IEND".utf8) + Data([0xAE, 0x42, 0x60, 0x82])
    }

    /// With an application segment and a table before the frame, and a scan of two bytes.
    static func jpeg(_ width: Int, _ height: Int) -> Data {
        var data = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xFF])
        data += Data([0xC2, 0, 11, 8]) + big(height, 2) + big(width, 2) + Data([1, 1, 0x11, 0])
        return data + Data([0xFF, 0xDA, 0, 3, 0, 0x12, 0x34, 0xFF, 0xD9])
    }

    static func gif(_ width: Int, _ height: Int) -> Data {
        Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + Data([0, 0, 0, 0x3B])
    }

    /// With a table of two colors, an extension, and a frame of one byte.
    static func gif(_ width: Int, _ height: Int, frame: (left: Int, top: Int, width: Int, height: Int)) -> Data {
        let head = Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + Data([0x80, 0, 0]) + Data(count: 6)
        let place = [frame.left, frame.top, frame.width, frame.height].map { little($0, 2) }
        let pixels = Data([0, 2, 2, 0x4C, 0x01, 0, 0x3B])
        return head + Data([0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C]) + place.joined() + pixels
    }

    static func webP(lossy width: Int, _ height: Int) -> Data {
        riff("VP8 ", Data([0x10, 0, 0, 0x9D, 0x01, 0x2A]) + little(width, 2) + little(height, 2))
    }

    static func webP(lossless width: Int, _ height: Int) -> Data {
        riff("VP8L", Data([0x2F]) + little((width - 1) | (height - 1) << 14, 4))
    }

    static func webP(extended width: Int, _ height: Int) -> Data {
        riff("VP8X", Data([0, 0, 0, 0]) + little(width - 1, 3) + little(height - 1, 3))
    }

    static func bmp(_ width: Int, _ height: Int) -> Data {
        let info = info(40, width, height)
        return Data("BM".utf8) + little(14 + info.count, 4) + Data(count: 8) + info
    }

    /// The header of a bitmap after that of the file.
    static func info(_ length: Int, _ width: Int, _ height: Int) -> Data {
        little(length, 4) + little(width, 4) + little(height, 4) + Data(count: length - 12)
    }

    static func coreBMP(_ width: Int, _ height: Int) -> Data {
        let core = little(12, 4) + little(width, 2) + little(height, 2) + Data([1, 0, 24, 0])
        return Data("BM".utf8) + little(14 + core.count, 4) + Data(count: 8) + core
    }

    static func tiff(isBig: Bool, version: Int = 42) -> Data {
        isBig ? Data("MM".utf8) + big(version, 2) + big(8, 4) : Data("II".utf8) + little(version, 2) + little(8, 4)
    }

    /// One icon of 16 pixels.
    static func ico() -> Data {
        Data([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]) + little(1, 4) + little(9_999, 4)
    }

    /// A tile of 512 × 512, and the whole picture.
    static func heif(_ brands: [String], _ width: Int, _ height: Int) -> Data {
        let names = brands.map { Data($0.utf8) }
        let type = box("ftyp", names[0] + Data(count: 4) + names.dropFirst().joined())
        let extents = [(512, 512), (width, height)].map { box("ispe", Data(count: 4) + big($0, 4) + big($1, 4)) }
        let properties = box("iprp", box("ipco", box("colr", Data(count: 7)) + extents[0] + extents[1]))
        return type + box("meta", Data(count: 4) + box("hdlr", Data(count: 20)) + properties)
            + box("mdat", Data(count: 9))
    }

    static func jpegXL() -> Data { Data([0xFF, 0x0A, 0x41, 0x01]) }

    static func jpegXLContainer(inParts: Bool) -> Data {
        let part = inParts ? box("jxlp", Data(count: 4) + jpegXL()) : box("jxlc", jpegXL())
        return Data([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
            + box("ftyp", Data("jxl \0\0\0\0jxl ".utf8)) + part
    }

    /// One of each, for mutations.
    static let all = [
        png(1, 2), jpeg(3, 4), gif(5, 6), gif(5, 6, frame: (1, 2, 3, 9)), webP(lossy: 7, 8), webP(lossless: 9, 10),
        webP(extended: 11, 12), bmp(13, 14),
        coreBMP(15, 16), tiff(isBig: true), tiff(isBig: false), tiff(isBig: false, version: 43), ico(),
        heif(["mif1", "heic"], 21, 22), heif(["avif"], 1_000, 2_000), jpegXL(), jpegXLContainer(inParts: true),
    ]

    static func box(_ type: String, _ content: Data) -> Data {
        big(content.count + 8, 4) + Data(type.utf8) + content
    }

    static func big(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
    }

    static func little(_ value: Int, _ count: Int) -> Data { Data(big(value, count).reversed()) }

    private static func riff(_ chunk: String, _ content: Data) -> Data {
        let body = Data("WEBP".utf8) + Data(chunk.utf8) + little(content.count, 4) + content
        return Data("RIFF".utf8) + little(body.count, 4) + body
    }
}
