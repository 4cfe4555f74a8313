import Tern
import Testing

@testable import TernPlugins

/// The rules of the rate limit, without waiting.
@Suite(.timeLimit(.minutes(20)))
struct RateLimiterTests {
    private func limiter(_ capacity: Int?, pause: Duration = .seconds(60)) -> RateLimiter<String> {
        RateLimiter(
            bucket: capacity.map { TokenBucket(capacity: $0, interval: .seconds(1)) },
            maximumPause: pause
        )
    }

    /// A short text of a step.
    private func text(_ step: RateLimiter<String>.Step) -> String {
        switch step {
        case .pass(let waiter): "pass \(waiter ?? "-")"
        case .wait(let ticket, let delay): "\(ticket) waits \(delay / .seconds(1))"
        case .queue(let ticket): "\(ticket) queues"
        }
    }

    @Test func headWaitsForTimeAndOthersForTheirTurn() {
        var limiter = limiter(1)
        #expect(text(limiter.arrive(at: .zero)) == "pass -")
        #expect(text(limiter.arrive(at: .zero)) == "1 waits 1.0")
        #expect(text(limiter.arrive(at: .zero)) == "2 queues")
        #expect(limiter.suspend(2, "second") == true)
        #expect(text(limiter.next(for: 1, at: .seconds(1))) == "pass second")
        #expect(text(limiter.next(for: 2, at: .seconds(1))) == "2 waits 1.0")
        #expect(text(limiter.arrive(at: .seconds(2))) == "3 queues")
        #expect(text(limiter.next(for: 2, at: .seconds(2))) == "pass -")
        #expect(limiter.suspend(3, "third") == false)
    }

    @Test func cancelledHeadTakesNoTokenAndPassesTheTurnOn() {
        var limiter = limiter(1)
        _ = limiter.arrive(at: .zero)
        _ = limiter.arrive(at: .zero)
        _ = limiter.arrive(at: .zero)
        _ = limiter.suspend(2, "second")
        #expect(limiter.cancel(1) == (nil, "second"))
        #expect(limiter.cancel(1) == (nil, nil))
        #expect(text(limiter.next(for: 2, at: .seconds(1))) == "pass -")
    }

    @Test func cancelledCallInTheQueueIsResumed() {
        var limiter = limiter(1)
        for _ in 0..<4 { _ = limiter.arrive(at: .zero) }
        _ = limiter.suspend(2, "second")
        _ = limiter.suspend(3, "third")
        #expect(limiter.cancel(2) == ("second", nil))
        #expect(limiter.suspend(2, "second") == false)
        #expect(text(limiter.next(for: 1, at: .seconds(1))) == "pass third")
    }

    @Test func serverCanStopRequestsUntilATime() {
        var limiter = limiter(nil)
        #expect(text(limiter.arrive(at: .zero)) == "pass -")
        limiter.end(ServerLimit(remaining: 0, reset: .seconds(7)), at: .zero)
        #expect(text(limiter.arrive(at: .seconds(1))) == "1 waits 6.0")
        #expect(text(limiter.next(for: 1, at: .seconds(7))) == "pass -")
    }

    /// The calls that pass at this time, in order, and then the step of the call that is then at the head.
    private func passes(_ limiter: inout RateLimiter<String>, _ ticket: inout Int, at now: Duration) -> [String] {
        var texts: [String] = []
        while texts.count < 50 {
            texts.append(text(limiter.next(for: ticket, at: now)))
            guard texts.last?.hasPrefix("pass") == true else { return texts }
            ticket += 1
        }
        return texts
    }

    private func pausedLimiter(calls: Int) -> RateLimiter<String> {
        var limiter = limiter(nil)
        _ = limiter.arrive(at: .zero)
        limiter.end(ServerLimit(remaining: 0, reset: .seconds(10)), at: .zero)
        for _ in 0..<calls { _ = limiter.arrive(at: .seconds(1)) }
        return limiter
    }

    @Test func callsThatWaitedForTheServerContinueInDoublingNumbers() {
        var limiter = pausedLimiter(calls: 9)
        var ticket = 1
        #expect(passes(&limiter, &ticket, at: .seconds(10)) == ["pass -", "2 waits 1.0"])
        #expect(passes(&limiter, &ticket, at: .seconds(11)) == ["pass -", "pass -", "4 waits 1.0"])
        #expect(text(limiter.arrive(at: .seconds(11))) == "10 queues")
        #expect(passes(&limiter, &ticket, at: .seconds(12)).last == "8 waits 1.0")
        for expected in 8...10 {
            #expect(text(limiter.next(for: expected, at: .seconds(13))) == "pass -")
        }
        // No call waits any longer.
        for _ in 0..<20 { #expect(text(limiter.arrive(at: .seconds(13))) == "pass -") }
    }

    @Test func announcedNumberEndsTheDoubling() {
        var limiter = pausedLimiter(calls: 9)
        var ticket = 1
        #expect(passes(&limiter, &ticket, at: .seconds(10)).count == 2)
        limiter.end(ServerLimit(remaining: 5, reset: .seconds(30)), at: .seconds(10.5))
        #expect(passes(&limiter, &ticket, at: .seconds(11)).count == 6)
        #expect(ticket == 7)
    }

    @Test func furtherPauseBeginsAgainWithOneCall() {
        var limiter = pausedLimiter(calls: 9)
        var ticket = 1
        _ = passes(&limiter, &ticket, at: .seconds(10))
        _ = passes(&limiter, &ticket, at: .seconds(11))
        limiter.end(ServerLimit(remaining: 0, reset: .seconds(10)), at: .seconds(11))
        #expect(passes(&limiter, &ticket, at: .seconds(12)) == ["4 waits 9.0"])
        #expect(passes(&limiter, &ticket, at: .seconds(21)) == ["pass -", "5 waits 1.0"])
        // A clock that jumps back delays the next calls by one second at most.
        #expect(passes(&limiter, &ticket, at: .seconds(2)) == ["5 waits 1.0"])
        #expect(passes(&limiter, &ticket, at: .seconds(1_000_000_000)) == ["pass -", "pass -", "7 waits 1.0"])
    }

    @Test func endOfAnUsedUpWindowIsAPauseAsWell() {
        var limiter = limiter(nil)
        _ = limiter.arrive(at: .zero)
        limiter.end(ServerLimit(remaining: 1, reset: .seconds(10)), at: .zero)
        for _ in 0..<5 { _ = limiter.arrive(at: .zero) }
        var ticket = 1
        #expect(passes(&limiter, &ticket, at: .seconds(10)) == ["pass -", "2 waits 1.0"])
    }

    @Test func remainingRequestsAreCountedWithThoseInFlight() {
        var limiter = limiter(nil)
        for _ in 0..<3 { _ = limiter.arrive(at: .zero) }
        limiter.end(ServerLimit(remaining: 3, reset: .seconds(10)), at: .zero)
        // Two of the three are in flight.
        #expect(text(limiter.arrive(at: .seconds(1))) == "pass -")
        #expect(text(limiter.arrive(at: .seconds(1))) == "1 waits 9.0")
    }

    @Test func lateResponseDoesNotRaiseTheNumber() {
        var limiter = limiter(nil)
        for _ in 0..<2 { _ = limiter.arrive(at: .zero) }
        limiter.end(ServerLimit(remaining: 1, reset: .seconds(10)), at: .zero)
        limiter.end(ServerLimit(remaining: 9, reset: .seconds(10)), at: .seconds(1))
        #expect(text(limiter.arrive(at: .seconds(2))) == "1 waits 8.0")
        #expect(text(limiter.next(for: 1, at: .seconds(10))) == "pass -")
        limiter.end(ServerLimit(remaining: 9, reset: .seconds(10)), at: .seconds(11))
        #expect(text(limiter.arrive(at: .seconds(11))) == "pass -")
    }

    @Test func pauseIsBoundedAlsoAfterAClockJumpedBack() {
        var limiter = limiter(nil, pause: .seconds(60))
        _ = limiter.arrive(at: .seconds(1_000_000))
        limiter.end(ServerLimit(remaining: 0, reset: .seconds(3_155_760_000_000)), at: .seconds(1_000_000))
        #expect(text(limiter.arrive(at: .zero)) == "1 waits 60.0")
        #expect(text(limiter.next(for: 1, at: .seconds(60))) == "pass -")
    }

    @Test func hostIsInUseWhileItHasCalls() {
        var limiter = limiter(1)
        #expect(!limiter.isInUse)
        _ = limiter.arrive(at: .zero)
        _ = limiter.arrive(at: .zero)
        limiter.end(nil, at: .zero)
        #expect(limiter.isInUse)
        _ = limiter.cancel(1)
        #expect(!limiter.isInUse)
    }
}
