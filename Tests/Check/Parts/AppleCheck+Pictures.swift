#if canImport(Security) && canImport(ImageIO)
    import Foundation
    import Tern
    import TernImages
    import TernTesting

    /// Pictures of a server, decoded by Image I/O.
    extension AppleCheck {
        static func checkPictures() async throws {
            for (name, bytes, width, height) in [("PNG", png, 4, 3), ("GIF", gif, 1, 1), ("BMP", bmp(64, 48), 64, 48)] {
                let picture = try await picture(of: bytes, maximumPixels: 600)
                try expect(picture, name, width, height)
            }
        }

        static func checkDownsampling() async throws {
            try expect(try await picture(of: bmp(64, 48), maximumPixels: 32), "BMP", 32, 24)
        }

        static func checkDamagedPicture() async throws {
            do {
                let picture = try await picture(of: pngWithoutPixels, maximumPixels: 600).cgImage
                throw CheckFailure("The picture was decoded, with \(picture.width) × \(picture.height) pixels.")
            } catch let error as TernError {
                try CheckFailure.require(error.code == .decodingFailed, "The error isn't decodingFailed: \(error)")
            }
        }

        // MARK: - Private

        private static func picture(of bytes: Data, maximumPixels: Int) async throws -> DecodedImage {
            let server = try LoopbackServer { _ in .chunked([bytes], headers: ["Content-Type": "image/png"]) }
            return try await ImageClient(decoder: .downsampled(to: maximumPixels)).image(server.url)
        }

        private static func expect(_ picture: DecodedImage, _ name: String, _ width: Int, _ height: Int) throws {
            let image = picture.cgImage
            try CheckFailure.require(
                image.width == width && image.height == height,
                "The \(name) picture has \(image.width) × \(image.height) pixels, not \(width) × \(height)."
            )
        }

        private static let png =
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM4IWcDRww4OQAP2g2ZDHpn+AAAAABJRU5ErkJggg=="
            ) ?? Data()

        private static let pngWithoutPixels =
            Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAAElFTkSuQmCC") ?? Data()

        private static let gif =
            Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7") ?? Data()

        /// With 24 bits for each pixel. The width is a multiple of 4.
        private static func bmp(_ width: Int, _ height: Int) -> Data {
            func little(_ value: Int, _ count: Int) -> Data {
                Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
            }
            let pixels = Data(repeating: 0x7F, count: width * height * 3)
            let head = Data("BM".utf8) + little(54 + pixels.count, 4) + little(0, 4) + little(54, 4)
            let size = little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
            return head + size + little(0, 4) + little(pixels.count, 4) + Data(count: 16) + pixels
        }
    }
#endif
