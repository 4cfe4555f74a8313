/// The 32 bytes under which entries are found. The cache makes them from what identifies a request.
struct DiskKey: Hashable, Sendable {
    static let byteCount = 32

    private let words: SIMD4<UInt64>

    /// - Parameter bytes: 32 bytes, else the key is `nil`.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        words = SIMD4(
            (0..<4).lazy.map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        )
    }

    fileprivate init?(digits: some Collection<UInt8>) {
        var (words, rest) = (SIMD4<UInt64>(), digits[...])
        for index in 0..<4 {
            guard let word = UInt64(digits: rest.prefix(16)) else { return nil }
            words[index] = word
            rest = rest.dropFirst(16)
        }
        self.words = words
    }

    /// The number of the folder in which the key's entries lie.
    var shard: UInt8 { UInt8(truncatingIfNeeded: words[0] >> 56) }

    /// Whether the first 16 bytes are those of another key.
    func startsAs(_ other: DiskKey) -> Bool { words.lowHalf == other.words.lowHalf }

    var bytes: [UInt8] {
        (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
    }

    fileprivate func writeDigits(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<4 { words[index].writeDigits(to: buffer, at: 16 * index) }
    }
}

/// Identifies an entry by its key, and by its number among the variants of the key.
struct DiskName: Hashable, Sendable {
    let key: DiskKey
    let variant: UInt64

    init(key: DiskKey, variant: UInt64) {
        self.key = key
        self.variant = variant
    }

    /// - Parameter file: The bytes of a file's name. `nil` for a file that is no entry.
    init?(file: UnsafeBufferPointer<UInt8>) {
        guard file.count == Self.fileByteCount, file[Self.keyDigits] == Self.separator,
            let key = DiskKey(digits: file[..<Self.keyDigits]),
            let variant = UInt64(digits: file[(Self.keyDigits + 1)...])
        else { return nil }
        self.init(key: key, variant: variant)
    }

    /// The name of the file: the key, a hyphen and the variant, in hexadecimal digits.
    var file: String {
        String(unsafeUninitializedCapacity: Self.fileByteCount) { buffer in
            key.writeDigits(to: buffer)
            buffer[Self.keyDigits] = Self.separator
            variant.writeDigits(to: buffer, at: Self.keyDigits + 1)
            return Self.fileByteCount
        }
    }

    // MARK: - Private

    private static let keyDigits = 2 * DiskKey.byteCount
    private static let fileByteCount = keyDigits + 1 + 16
    private static let separator = UInt8(ascii: "-")
}

extension UInt64 {
    /// - Parameter digits: Sixteen hexadecimal digits, the letters in lower case. Else the number is `nil`.
    fileprivate init?(digits: some Collection<UInt8>) {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        self = number
    }

    fileprivate func writeDigits(to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        for index in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: self >> UInt64(60 - 4 * index)) & 15
            buffer[start + index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }
}
