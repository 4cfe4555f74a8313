import Foundation
import TernImages

/// BMP files with 24 bits for each pixel, and no compression.
extension Bitmap {
    struct BMPError: Error {
        let reason: String
    }

    private static let headerBytes = 54

    /// The picture as a file.
    var bmp: Data {
        let rowBytes = Self.rowBytes(width)
        var data = Data("BM".utf8)
        for value in [Self.headerBytes + rowBytes * height, 0, Self.headerBytes, 40, width, height] {
            data.append(littleEndian: value, bytes: 4)
        }
        data.append(littleEndian: 1, bytes: 2)  // planes
        data.append(littleEndian: 24, bytes: 2)
        for value in [0, rowBytes * height, 2_835, 2_835, 0, 0] { data.append(littleEndian: value, bytes: 4) }
        var bytes = [UInt8](repeating: 0, count: rowBytes * height)
        for y in 0..<height {
            for x in 0..<width {
                let offset = (height - 1 - y) * rowBytes + x * 3
                let color = self[x, y]
                bytes[offset] = color.blue
                bytes[offset + 1] = color.green
                bytes[offset + 2] = color.red
            }
        }
        data.append(contentsOf: bytes)
        return data
    }

    /// - Throws: `BMPError` for another kind of file, or a truncated file.
    init(bmp data: Data) throws {
        let bytes = [UInt8](data)
        func number(at offset: Int, bytes length: Int = 4) -> Int {
            (0..<length).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
        }
        // The length of the info header, the bits of a pixel, and the compression.
        guard bytes.count >= Self.headerBytes, bytes.starts(with: "BM".utf8), number(at: 14) == 40,
            number(at: 28, bytes: 2) == 24, number(at: 30) == 0
        else {
            throw BMPError(reason: "This isn't a BMP file with an info header and 24 bits for each pixel.")
        }
        let (start, width, height) = (number(at: 10), number(at: 18), number(at: 22))
        let rowBytes = Self.rowBytes(width)
        // Rows with a negative width or height would be larger than the file. The check divides, since the product may
        // overflow.
        guard width > 0, height > 0, start >= Self.headerBytes, start <= bytes.count,
            height <= (bytes.count - start) / rowBytes
        else {
            throw BMPError(reason: "The file has fewer pixels than its header says.")
        }
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let offset = start + (height - 1 - y) * rowBytes + x * 3
                self[x, y] = Color(red: bytes[offset + 2], green: bytes[offset + 1], blue: bytes[offset])
            }
        }
    }

    private static func rowBytes(_ width: Int) -> Int { (width * 3 + 3) / 4 * 4 }
}

extension ImageDecoder where Value == Bitmap {
    /// Reads the files that the server of this example sends.
    static var bmp: ImageDecoder {
        ImageDecoder(decode: { try Bitmap(bmp: $0.data) }, cost: { $0.pixels.count * 3 })
    }
}

extension Data {
    fileprivate mutating func append(littleEndian value: Int, bytes: Int) {
        for index in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
    }
}
