import Tern
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct TokenBucketTests {
    private func expectTake(
        _ expected: Bool,
        from bucket: inout TokenBucket,
        at time: Duration,
        location: SourceLocation = #_sourceLocation
    ) {
        let isTaken = bucket.take(at: time)
        #expect(isTaken == expected, sourceLocation: location)
    }

    @Test func bucketIsFullAtTheBeginningAndGainsATokenPerInterval() {
        var bucket = TokenBucket(capacity: 2, interval: .milliseconds(100))
        expectTake(true, from: &bucket, at: .zero)
        expectTake(true, from: &bucket, at: .zero)
        expectTake(false, from: &bucket, at: .zero)
        #expect(bucket.delay(at: .zero) == .milliseconds(100))
        #expect(bucket.delay(at: .milliseconds(60)) == .milliseconds(40))
        expectTake(false, from: &bucket, at: .milliseconds(99))
        expectTake(true, from: &bucket, at: .milliseconds(100))
        expectTake(false, from: &bucket, at: .milliseconds(100))
    }

    @Test func waitingForTheDelayAlwaysSuffices() {
        // A third of a second has no exact value in binary or decimal.
        var bucket = TokenBucket(capacity: 1, interval: .seconds(1) / 3)
        var now = Duration.zero
        for _ in 0..<1_000 {
            now += bucket.delay(at: now)
            let isTaken = bucket.take(at: now)
            #expect(isTaken)
        }
    }

    @Test func idleTimeFillsTheBucketUpToItsCapacity() {
        var bucket = TokenBucket(capacity: 3, interval: .seconds(1))
        _ = (0..<3).map { _ in bucket.take(at: .zero) }
        let taken = (0..<5).map { _ in bucket.take(at: .seconds(1_000_000)) }
        #expect(taken == [true, true, true, false, false])
    }

    @Test func clockThatJumpsBackEmptiesTheBucketAtMost() {
        var bucket = TokenBucket(capacity: 2, interval: .seconds(1))
        expectTake(true, from: &bucket, at: .seconds(1_000_000))
        #expect(bucket.delay(at: .seconds(-5)) == .seconds(1))
        #expect(bucket.delay(at: .seconds(-4)) == .zero)
        expectTake(false, from: &bucket, at: .seconds(-5))
        expectTake(true, from: &bucket, at: .seconds(-4))
    }

    @Test func addedPartsOfTokensCount() {
        var bucket = TokenBucket(capacity: 1, interval: Waiting.forever)
        expectTake(true, from: &bucket, at: .seconds(1))
        for _ in 0..<3 { bucket.advance(by: bucket.time(for: 0.25)) }
        expectTake(false, from: &bucket, at: .seconds(1))
        bucket.advance(by: bucket.time(for: 0.5))
        expectTake(true, from: &bucket, at: .seconds(1))
    }

    @Test(arguments: [.min, -1, 0, 1, .max] as [Int], [.min, -1, 0, 1, .max] as [Int64])
    func hostileSettingsDoNotOverflow(capacity: Int, seconds: Int64) {
        var bucket = TokenBucket(capacity: capacity, interval: .seconds(seconds))
        expectTake(true, from: &bucket, at: .seconds(Int64.max))
        _ = bucket.take(at: .seconds(Int64.min))
        for part in [.infinity, -.infinity, .nan] as [Double] { bucket.advance(by: bucket.time(for: part)) }
        #expect(bucket.delay(at: .zero) >= .zero)
    }
}
