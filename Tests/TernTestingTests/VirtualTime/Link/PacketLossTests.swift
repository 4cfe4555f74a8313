import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(5)))
struct PacketLossTests {
    @Test func withoutLossABodyArrivesAtOnce() {
        var loss = PacketLoss(probability: 0, seed: 1, exchange: 1)

        let run = loss.run(of: 1_000_000)

        #expect(run.bytes == 1_000_000)
        #expect(run.losses == 0)
        #expect(loss.losses() == 0)
    }

    @Test func runsAddUpToTheBody() {
        var loss = PacketLoss(probability: 0.3, seed: 1, exchange: 1)
        var (rest, runs) = (100_000, 0)
        while rest > 0 {
            let run = loss.run(of: rest)
            #expect(run.bytes % PacketLoss.packetBytes == 0 || run.bytes == rest)
            #expect(run.losses > 0 || run.bytes == rest)
            rest -= run.bytes
            runs += 1
        }

        #expect(rest == 0)
        #expect(runs > 5)
    }

    @Test func asManyPacketsAreLostAsTheProbabilitySays() {
        var loss = PacketLoss(probability: 0.1, seed: 42, exchange: 1)
        let lost = (0..<10_000).filter { _ in loss.losses() > 0 }.count

        #expect((900...1_100).contains(lost))
    }

    @Test func seedAndExchangeDetermineTheLosses() {
        func pattern(seed: UInt64, exchange: Int) -> [Int] {
            var loss = PacketLoss(probability: 0.5, seed: seed, exchange: exchange)
            return (0..<50).map { _ in loss.losses() }
        }

        #expect(pattern(seed: 1, exchange: 1) == pattern(seed: 1, exchange: 1))
        #expect(pattern(seed: 1, exchange: 1) != pattern(seed: 1, exchange: 2))
        #expect(pattern(seed: 1, exchange: 1) != pattern(seed: 2, exchange: 1))
    }

    @Test func consecutiveLossesAreLimited() {
        var loss = PacketLoss(probability: 1, seed: 1, exchange: 1)

        #expect(loss.losses() == PacketLoss.limit)
        #expect(loss.run(of: 10_000).bytes == PacketLoss.packetBytes)
    }
}
