import Foundation

/// Names the request of a response: `r17-6f1c…`. The checksum distinguishes a number that a mutation has
/// changed from the number of another request.
struct MutationToken: Hashable, CustomStringConvertible {
    enum Kind: UInt8 {
        /// The response to a request.
        case response = 0x72
        /// Unrequested bytes after that response.
        case extra = 0x78
        /// Bytes on a connection without a request. The number is that of the connection.
        case unasked = 0x61
    }

    let kind: Kind
    let number: Int

    var description: String {
        let letter = String(UnicodeScalar(kind.rawValue))
        return "\(letter)\(number)-" + Self.hex(checksum)
    }

    /// All tokens with a correct checksum in a text.
    static func all(in text: some Collection<UInt8>) -> [MutationToken] {
        var tokens: [MutationToken] = []
        let bytes = Array(text)
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard let kind = Kind(rawValue: bytes[index]) else { continue }
            var (end, number) = (index + 1, 0)
            while end < bytes.count, end - index < 18, (0x30...0x39).contains(bytes[end]) {
                number = number * 10 + Int(bytes[end] - 0x30)
                end += 1
            }
            guard end > index + 1, end < bytes.count, bytes[end] == 0x2D else { continue }
            let token = MutationToken(kind: kind, number: number)
            guard bytes[(end + 1)...].prefix(16).elementsEqual(hex(token.checksum).utf8) else { continue }
            tokens.append(token)
            index = end
        }
        return tokens
    }

    private var checksum: UInt64 { MutationRandom.mix(UInt64(number) << 8 | UInt64(kind.rawValue)) }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
