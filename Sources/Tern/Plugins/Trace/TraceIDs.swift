/// Makes the ids of traces and spans: xoshiro256**, from a seed of the random source.
struct TraceIDs: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter random: Called four times. The system's source takes a system call for each number, so it is used
    ///   for the seed only.
    init(_ random: () -> UInt64) {
        state = (random(), random(), random(), random())
        // The generator can't leave the state of zeros.
        if state == (0, 0, 0, 0) { state.0 = 1 }
    }

    /// A number other than 0, which stands for no id.
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
