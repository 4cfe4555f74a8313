import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct XXHash64Tests {
    /// The values are those of the reference implementation.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)]
    )
    func hashIsThatOfTheReferenceImplementation(_ text: String, _ expected: UInt64) {
        #expect(Array(text.utf8).withUnsafeBytes(XXHash64.hash) == expected)
    }

    @Test func everyBitOfEveryLengthChangesTheHash() {
        for count in 1..<100 {
            var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            var hashes: Set<UInt64> = [bytes.withUnsafeBytes(XXHash64.hash)]
            for bit in 0..<8 * count {
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                hashes.insert(bytes.withUnsafeBytes(XXHash64.hash))
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            #expect(hashes.count == 8 * count + 1)
        }
    }
}
