/// Generates the same numbers for the same seed on every machine (SplitMix64).
struct MutationRandom: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter salts: The purpose of this sequence, such as a request's number, so that it depends on nothing else.
    init(seed: UInt64, _ salts: Int...) {
        state = seed
        for salt in salts { state = Self.mix(state &+ UInt64(truncatingIfNeeded: salt) &* 0x9E37_79B9_7F4A_7C15 &+ 1) }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// Returns `true` with this probability.
    mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    mutating func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: values.indices, using: &self)] }

    static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
