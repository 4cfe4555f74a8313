/// Determines which packets of an exchange are lost, from a seed.
struct PacketLoss: Sendable {
    /// The TCP payload of an Ethernet frame of 1,500 bytes, without TCP options.
    static let packetBytes = 1_460
    /// The number of consecutive losses after which the connection is lost.
    static let limit = 5

    private let probability: Double
    private var generator: SplitMix64

    /// - Parameters:
    ///   - seed: The seed of the link.
    ///   - exchange: The number of the exchange. The losses of one exchange don't depend on the losses of another
    ///     exchange.
    init(probability: Double, seed: UInt64, exchange: Int) {
        self.probability = probability
        var seeds = SplitMix64(seed: seed ^ (UInt64(truncatingIfNeeded: exchange) &* 0xd1b5_4a32_d192_ed03))
        generator = SplitMix64(seed: seeds.next())
    }

    /// Takes the next packets of a body, up to and including the first packet that is lost.
    ///
    /// - Returns: The bytes in these packets, and the number of times that the last packet is lost, at most ``limit``.
    mutating func run(of bytes: Int) -> (bytes: Int, losses: Int) {
        guard probability > 0 else { return (bytes, 0) }
        var run = 0
        while run < bytes {
            run += min(Self.packetBytes, bytes - run)
            let losses = losses()
            if losses > 0 { return (run, losses) }
        }
        return (bytes, 0)
    }

    /// The number of times that one packet is lost, at most ``limit``.
    mutating func losses() -> Int {
        var losses = 0
        while losses < Self.limit, probability > 0, Double.random(in: 0..<1, using: &generator) < probability {
            losses += 1
        }
        return losses
    }
}
