import Tern

/// Creates the ids of traces and spans with the generator xoshiro256**, seeded from the random source.
struct TraceIDs: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter random: The random source. Called four times, for the seed. The system's source needs a system call
    ///   for each number, so it isn't used for the ids themselves.
    init(_ random: () -> UInt64) {
        state = (random(), random(), random(), random())
        // The generator can't leave the state of zeros.
        if state == (0, 0, 0, 0) { state.0 = 1 }
    }

    /// A number other than 0. The number 0 isn't a valid id.
    mutating func next() -> UInt64 {
        let product = state.1 &* 5
        let result = (product << 7 | product >> 57) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3 << 45 | state.3 >> 19
        return result == 0 ? 1 : result
    }
}
