import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct DeadlineTests {
    @Test func clockThatJumpsBackDoesNotProlongTheDeadline() {
        let clock = JumpingClock()
        let deadline = Deadline(after: .seconds(5), on: clock)
        clock.jump(to: .seconds(-1_000_000))
        #expect(deadline.remaining == .seconds(5))
        clock.jump(to: .seconds(2))
        #expect(deadline.remaining == .seconds(3))
        clock.jump(to: .seconds(5))
        #expect(deadline.passedError?.code == .timedOut)
    }
}
