import Tern

/// Delays responses, and lets a share of them fail.
actor Simulation {
    private let latency: Duration
    private let failureShare: Double
    private let clock: any Clock<Duration>
    private var generator: SeededGenerator

    /// - Parameter clock: The clock on which responses are delayed.
    init(
        latency: Duration = .zero,
        failureShare: Double = 0,
        seed: UInt64 = 0,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.latency = latency
        self.failureShare = failureShare
        self.clock = clock
        generator = SeededGenerator(state: seed)
    }

    /// Waits for the latency. Then returns `sample`, or a response with status 503.
    func response(_ sample: SampleResponse) async throws -> SampleResponse {
        let fails = Double.random(in: 0..<1, using: &generator) < failureShare
        if latency > .zero { try await clock.sleep(for: latency) }
        return fails ? .json(["message": "This failure is simulated."], status: 503) : sample
    }
}

/// The random number generator SplitMix64. The same seed gives the same numbers.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
