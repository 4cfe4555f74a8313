import Foundation

/// Compressed bodies. They are literals, so that no compressor is needed.
///
/// The tests of the decoders use them, too.
package enum Compression {
    package static let text = String(repeating: "Tern flies from the Arctic to the Antarctic and back. ", count: 8)

    /// ``text`` in the three zlib formats that servers send, and in Brotli.
    package static let gzip = decoded(
        "H4sIAAAAAAAC/wtJLcpTSMvJTC1WSCvKz1UoyUhVcCxKLslMVijJh/DyShIhAol5KQpJicnZegoho7oGSBcAeYTTI7ABAAA="
    )
    package static let deflate = decoded(
        "eNoLSS3KU0jLyUwtVkgrys9VKMlIVXAsSi7JTFYoyYfw8koSIQKJeSkKSYnJ2XoKIaO6BkgXAEVwlzE="
    )
    package static let rawDeflate = decoded(
        "C0ktylNIy8lMLVZIK8rPVSjJSFVwLEouyUxWKMmH8PJKEiECiXkpCkmJydl6CiGjugZIFwA="
    )

    package static let brotli = decoded(
        "G68BQIzURndzKI1Q6UnF9uY2tq7rtqZYQccRwkROxFuEMVwAHq1OPDIf27yx3TxpvXJCVodAdw10mg4="
    )

    /// ``text`` in one block of Zstandard that isn't compressed (RFC 8878, section 3.1.1.2.2).
    package static let zstd = Data([0x28, 0xB5, 0x2F, 0xFD, 0x60, 0xB0, 0x00, 0x81, 0x0D, 0x00]) + Data(text.utf8)

    /// ``deflate``, compressed again with gzip.
    package static let gzipOfDeflate = decoded(
        "H4sIAAAAAAAAAwE7AMT/eJwLSS3KU0jLyUwtVkgrys9VKMlIVXAsSi7JTFYoyYfw8koSIQKJeSkKSYnJ2XoKIaO6BkgXAEVwlzHTlx1vOwAA"
            + "AA=="
    )

    /// A gzip body that decodes to at least `count` zero bytes, and is 150 times smaller. Its checksum is wrong.
    package static func bomb(_ count: Int) -> Data {
        var bits = Bits()
        // The last block, with the fixed codes (RFC 1951, section 3.2.6).
        bits.append(0b011, count: 3)
        // The literal 0, whose code is 0011_0000, written from its highest bit.
        bits.append(0b0000_1100, count: 8)
        // Repeats the previous byte 258 times: length code 285, distance code 0.
        for _ in 0..<(count / 258 + 1) { bits.append(0b00000_1010_0011, count: 13) }
        // The end of the block.
        bits.append(0, count: 7)
        bits.finish()
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]) + bits.bytes + Data(count: 8)
    }

    private struct Bits {
        var bytes = Data()
        private var pending: UInt32 = 0
        private var pendingCount: UInt32 = 0

        /// Appends bits, the lowest first.
        mutating func append(_ value: UInt32, count: UInt32) {
            pending |= value << pendingCount
            pendingCount += count
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }

        /// Pads the last byte with zero bits.
        mutating func finish() {
            append(0, count: (8 - pendingCount) % 8)
        }
    }

    private static func decoded(_ base64: String) -> Data {
        Data(base64Encoded: base64) ?? Data()
    }
}
