import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(5)))
struct FairShareTests {
    private var share = FairShare(bytesPerSecond: 1_000)

    @Test mutating func singleTransferHasTheWholeBandwidth() {
        share.start(1, bytes: 500, at: .seconds(3))

        #expect(share.remainder(of: 1, at: .seconds(3)) == .milliseconds(500))
        #expect(share.remainder(of: 1, at: .milliseconds(3_200)) == .milliseconds(300))
        #expect(share.remainder(of: 1, at: .milliseconds(3_500)) == nil)
        #expect(share.remainder(of: 1, at: .seconds(4)) == nil)
    }

    @Test mutating func remainingTimeAllowsForTheEndOfOtherTransfers() {
        share.start(1, bytes: 100, at: .zero)
        share.start(2, bytes: 300, at: .zero)
        share.start(3, bytes: 600, at: .zero)

        #expect(share.remainder(of: 1, at: .zero) == .milliseconds(300))
        #expect(share.remainder(of: 2, at: .zero) == .milliseconds(700))
        #expect(share.remainder(of: 3, at: .zero) == .milliseconds(1_000))
    }

    @Test mutating func completeTransferUsesNoShareBeforeItIsEnded() {
        share.start(1, bytes: 100, at: .zero)
        share.start(2, bytes: 300, at: .zero)

        // The first transfer is complete at 200 ms.
        #expect(share.remainder(of: 2, at: .milliseconds(300)) == .milliseconds(100))
        #expect(share.remainder(of: 1, at: .milliseconds(300)) == nil)
    }

    @Test mutating func cancelledTransferLeavesItsShareToTheOthers() {
        share.start(1, bytes: 1_000, at: .zero)
        share.start(2, bytes: 1_000, at: .zero)

        #expect(share.end(1, at: .seconds(1)) == true)
        #expect(share.end(1, at: .seconds(1)) == false)
        #expect(share.remainder(of: 2, at: .seconds(1)) == .milliseconds(500))
        #expect(share.ids == [2])
    }

    @Test mutating func timeNeverDecreases() {
        share.start(1, bytes: 1_000, at: .seconds(5))

        #expect(share.remainder(of: 1, at: .seconds(1)) == .seconds(1))
    }

    @Test mutating func manySharesAddUpToTheBandwidth() {
        for id in 1...300 { share.start(id, bytes: id, at: .zero) }

        // 45,150 bytes in total.
        #expect(share.remainder(of: 300, at: .zero) == .milliseconds(45_150))
        #expect(share.remainder(of: 300, at: .milliseconds(45_149)) == .milliseconds(1))
        #expect(share.remainder(of: 300, at: .milliseconds(45_150)) == nil)
    }

    @Test func sumsOfAnySizeDoNotTrap() {
        var share = FairShare(bytesPerSecond: 1)
        share.start(1, bytes: .max, at: .zero)
        share.start(2, bytes: .max, at: .seconds(1_000_000_000))

        // Longer than any test waits.
        #expect(share.remainder(of: 2, at: .seconds(1_000_000_000)) == .seconds(1_000_000_000))
    }
}
