/// Which packets of an exchange are lost, as a seed chooses them.
struct PacketLoss: Sendable {
    /// What an Ethernet frame of 1,500 bytes leaves for TCP to carry, without options.
    static let packetBytes = 1_460
    /// So many times in a row, and the connection is given up.
    static let limit = 5

    private let probability: Double
    private var generator: SplitMix64

    /// - Parameters:
    ///   - seed: The link's.
    ///   - exchange: The exchange's number. What is lost of one doesn't depend on what is lost of another.
    init(probability: Double, seed: UInt64, exchange: Int) {
        self.probability = probability
        var seeds = SplitMix64(seed: seed ^ (UInt64(truncatingIfNeeded: exchange) &* 0xd1b5_4a32_d192_ed03))
        generator = SplitMix64(seed: seeds.next())
    }

    /// The next packets of so many bytes up to one that is lost, that one included.
    ///
    /// - Returns: Their bytes, and how often the last one is lost, ``limit`` at most.
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

    /// How often one packet is lost, ``limit`` at most.
    mutating func losses() -> Int {
        var losses = 0
        while losses < Self.limit, probability > 0, Double.random(in: 0..<1, using: &generator) < probability {
            losses += 1
        }
        return losses
    }
}
