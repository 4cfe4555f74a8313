import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct BackoffTests {
    @Test func delaysDoubleUpToTheMaximum() {
        let backoff = Backoff(base: .milliseconds(500), maximum: .seconds(3))
        let delays = (1...5).map { backoff.delay(afterFailures: $0) }
        #expect(delays == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
    }

    @Test func hostileValuesDoNotOverflow() {
        let long = Duration.seconds(Int64.max)
        #expect(Backoff(base: long, maximum: long).delay(afterFailures: .max) == long)
        #expect(Backoff(base: .nanoseconds(1), maximum: long).delay(afterFailures: .max) < .seconds(2))
        #expect(Backoff(base: .seconds(-1), maximum: .seconds(5)).delay(afterFailures: 3) == .zero)
        #expect(Backoff(base: .seconds(1), maximum: .seconds(-5)).delay(afterFailures: .min) == .zero)
    }

    @Test(
        arguments: [
            (0, .zero), (0.25, .seconds(1)), (1, .seconds(4)), (7, .seconds(4)), (-1, .zero), (.nan, .seconds(4)),
        ]
            as [(Double, Duration)]
    )
    func partIsWithinTheDuration(fraction: Double, expected: Duration) {
        #expect(Duration.seconds(4).scaled(by: fraction) == expected)
    }
}
