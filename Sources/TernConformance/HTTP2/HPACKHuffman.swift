/// The Huffman code of RFC 7541, appendix B.
enum HPACKHuffman {
    /// - Returns: `nil` if the text has an unknown code.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        var (code, length): (UInt32, UInt8) = (0, 0)
        for byte in text {
            for shift in (0..<8).reversed() {
                code = code << 1 | UInt32(byte >> shift & 1)
                length += 1
                if let symbol = symbols[Code(bits: code, length: length)] {
                    guard symbol < 256 else { return nil }
                    decoded.append(UInt8(symbol))
                    (code, length) = (0, 0)
                } else if length > 30 {
                    return nil
                }
            }
        }
        // The remaining bits are padding: the first bits of the end-of-string code, which are all ones.
        return length < 8 && code == (1 << length) - 1 ? decoded : nil
    }

    private struct Code: Hashable {
        var bits: UInt32
        var length: UInt8
    }

    /// The code is canonical, so that the lengths of the codes determine it.
    private static let symbols: [Code: Int] = {
        var symbols: [Code: Int] = [:]
        var next = Code(bits: 0, length: 0)
        for symbol in lengths.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            next.bits <<= UInt32(lengths[symbol] - next.length)
            next.length = lengths[symbol]
            symbols[next] = symbol
            next.bits += 1
        }
        return symbols
    }()

    /// The length of each byte's code in bits. The last element is the length of the end-of-string code.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23,
        22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22,
        23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26,
        28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
        27, 27, 27, 26,
        30,
    ]
}
