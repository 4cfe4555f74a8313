import Foundation
import Testing

@testable import TernHTTP

struct BodyBudgetTests {
    private let budget = BodyBudget()

    private func channel() -> BodyChannel {
        BodyChannel(budget: budget, onRoom: {}, onAbandon: {})
    }

    /// Unread streams, which together use up the budget.
    private func exhaust() -> [BodyChannel] {
        (0..<BodyBudget.totalBytes / BodyBudget.maximumBytes).map { _ in
            let channel = channel()
            _ = channel.push(Data(count: BodyBudget.maximumBytes))
            return channel
        }
    }

    @Test func streamMayHoldTheMaximumBelowTheTotal() {
        let channel = channel()
        #expect(channel.push(Data(count: BodyBudget.maximumBytes)))
        #expect(!channel.push(Data(count: 1)))
    }

    @Test func streamMayHoldTheMinimumAtTheTotal() {
        let others = exhaust()
        let channel = channel()
        #expect(channel.push(Data(count: BodyBudget.minimumBytes)))
        #expect(!channel.push(Data(count: 1)))
        withExtendedLifetime(others) {}
    }

    @Test func cancelledAndReleasedStreamsHoldNothing() {
        var others = exhaust()
        others.removeLast().abandon()
        #expect(budget.bytesPerStream == BodyBudget.maximumBytes)
        others += [channel()]
        _ = others.last?.push(Data(count: BodyBudget.maximumBytes))
        #expect(budget.bytesPerStream == BodyBudget.minimumBytes)
        others = []
        #expect(budget.bytesPerStream == BodyBudget.maximumBytes)
    }

    @Test func readBytesAreReleased() async throws {
        let others = exhaust()
        #expect(try await others[0].next()?.count == BodyBudget.maximumBytes)
        #expect(budget.bytesPerStream == BodyBudget.maximumBytes)
        withExtendedLifetime(others) {}
    }
}
