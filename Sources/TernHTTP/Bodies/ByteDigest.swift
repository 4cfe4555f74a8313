import Foundation

/// A digest of bytes by SHA-256 (FIPS 180-4), or with a key by HMAC-SHA-256 (RFC 2104). Foundation on Linux has neither.
///
/// ```swift
/// ByteDigest.text(of: url.absoluteString)       // 64 hexadecimal digits, which can be the name of a file
/// var digest = ByteDigest()
/// for try await piece in stream { digest.add(piece) }
/// digest.text                                   // 64 hexadecimal digits
/// ```
public struct ByteDigest: Sendable {
    private var state: SIMD8<UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The bytes that don't fill a block yet.
    private var pending: [UInt8] = []
    private var count: UInt64 = 0
    /// The first block of HMAC's outer digest. `nil` without a key.
    private var outerBlock: [UInt8]?

    private static let blockBytes = 64

    /// Begins a digest.
    ///
    /// - Parameter key: The secret key: a reader of the digest who doesn't have it can't find the bytes by trying likely
    ///   ones. `nil`, the default, for a plain digest.
    public init(key: Data? = nil) {
        guard let key else { return }
        var block = [UInt8](key.count > Self.blockBytes ? Self.bytes(of: key) : key)
        block += [UInt8](repeating: 0, count: Self.blockBytes - block.count)
        outerBlock = block.map { $0 ^ 0x5C }
        pending = block.map { $0 ^ 0x36 }
        count = UInt64(Self.blockBytes)
        addPending()
    }

    /// Adds bytes at the end.
    public mutating func add(_ bytes: Data) {
        count += UInt64(bytes.count)
        var rest = bytes
        if !pending.isEmpty {
            let missing = rest.prefix(Self.blockBytes - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            guard pending.count == Self.blockBytes else { return }
            addPending()
        }
        let wholeBytes = rest.count / Self.blockBytes * Self.blockBytes
        rest.withUnsafeBytes { buffer in
            for start in stride(from: 0, to: wholeBytes, by: Self.blockBytes) {
                state = Self.compressed(
                    state,
                    UnsafeRawBufferPointer(rebasing: buffer[start..<start + Self.blockBytes])
                )
            }
        }
        pending += rest.dropFirst(wholeBytes)
    }

    /// The 32 bytes of the digest of all bytes so far.
    public var bytes: Data {
        let bits = count * 8
        var padded = self
        let zeros = (119 - Int(count % UInt64(Self.blockBytes))) % Self.blockBytes
        padded.add(Data([0x80] + [UInt8](repeating: 0, count: zeros)))
        padded.add(Data(Self.bigEndian(bits)))
        let digest = Data((0..<8).flatMap { Self.bigEndian(padded.state[$0]) })
        return outerBlock.map { Self.bytes(of: Data($0) + digest) } ?? digest
    }

    /// The digest of all bytes so far, as 64 hexadecimal digits in lowercase.
    public var text: String {
        let digits = Array("0123456789abcdef".unicodeScalars)
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append(digits[Int(byte >> 4)])
            text.unicodeScalars.append(digits[Int(byte & 0xF)])
        }
        return text
    }

    /// The 32 bytes of the digest of these bytes.
    ///
    /// - Parameter key: The secret key. `nil`, the default, for a plain digest.
    public static func bytes(of bytes: Data, key: Data? = nil) -> Data {
        var digest = ByteDigest(key: key)
        digest.add(bytes)
        return digest.bytes
    }

    /// The digest of a text in UTF-8, as 64 hexadecimal digits in lowercase.
    ///
    /// - Parameter key: The secret key. `nil`, the default, for a plain digest.
    public static func text(of text: String, key: Data? = nil) -> String {
        var digest = ByteDigest(key: key)
        digest.add(Data(text.utf8))
        return digest.text
    }

    // MARK: - Private

    private mutating func addPending() {
        pending.withUnsafeBytes { state = Self.compressed(state, $0) }
        pending = []
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func compressed(_ state: SIMD8<UInt32>, _ block: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for index in 0..<16 {
                let word = block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                schedule.initializeElement(at: index, to: UInt32(bigEndian: word))
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index - 15], schedule[index - 2])
                let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                let word = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
                schedule.initializeElement(at: index, to: word)
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for (word, constant) in zip(schedule, constants) {
                let choice = (e & f) ^ (~e & g)
                let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constant &+ word
                let majority = (a & b) ^ (a & c) ^ (b & c)
                let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            }
            return state &+ [a, b, c, d, e, f, g, h]
        }
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension ByteDigest: TextReflectable {
    /// The name of the algorithm. The bytes and the key may be secrets.
    public var description: String { "SHA-256" }
}
