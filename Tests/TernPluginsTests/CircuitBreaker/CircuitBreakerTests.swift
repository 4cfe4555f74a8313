import Tern
import Testing

@testable import TernPlugins

/// The states of a circuit, without waiting.
@Suite(.timeLimit(.minutes(20)))
struct CircuitBreakerTests {
    /// A request with this outcome. Returns whether it was sent.
    @discardableResult
    private func send(
        _ outcome: CircuitPolicy.Outcome,
        _ breaker: inout CircuitBreaker,
        at now: Duration = .zero
    ) -> Bool {
        guard case .pass(let generation) = breaker.admit(at: now) else { return false }
        breaker.end(outcome, generation: generation, at: now)
        return true
    }

    /// A circuit that has opened at 0, for 30 s.
    private func open(_ policy: CircuitPolicy = CircuitPolicy()) -> CircuitBreaker {
        var breaker = CircuitBreaker(policy)
        for _ in 0..<policy.minimumOutcomes { send(.failure, &breaker) }
        return breaker
    }

    @Test func opensWhenEnoughOfTheLastOutcomesAreFailures() {
        var breaker = CircuitBreaker(CircuitPolicy(window: 4, minimumOutcomes: 3, failureRatio: 0.5))
        let outcomes: [CircuitPolicy.Outcome] = [
            .failure, .ignored, .success, .success, .success, .failure, .success, .failure,
        ]
        let sent = outcomes.map { send($0, &breaker) }

        #expect(sent == Array(repeating: true, count: 8))
        #expect(breaker.admit(at: .zero) == .reject(retryAfter: .seconds(30)))
        #expect(breaker.lastFailures ?? (0, 0) == (2, 4))
    }

    @Test func failedProbeReplacesTheFailuresThatOpenedTheCircuit() {
        var breaker = open()
        #expect(breaker.lastFailures != nil)
        #expect(send(.failure, &breaker, at: .seconds(30)))
        #expect(breaker.lastFailures == nil)
    }

    @Test func fewerOutcomesThanTheMinimumDoNotOpen() {
        var breaker = CircuitBreaker(CircuitPolicy())
        for _ in 0..<4 { send(.failure, &breaker) }
        #expect(send(.failure, &breaker))
        #expect(!send(.success, &breaker))
    }

    @Test func oneProbeAfterTheTimeDecides() {
        var breaker = open()
        #expect(breaker.admit(at: .seconds(29)) == .reject(retryAfter: .seconds(1)))
        guard case .pass(let probe) = breaker.admit(at: .seconds(30)) else {
            Issue.record("There is no probe.")
            return
        }
        #expect(breaker.admit(at: .seconds(30)) == .reject(retryAfter: nil))
        breaker.end(.failure, generation: probe, at: .seconds(32))
        #expect(breaker.admit(at: .seconds(61)) == .reject(retryAfter: .seconds(1)))
        #expect(send(.success, &breaker, at: .seconds(62)))
        #expect(send(.failure, &breaker, at: .seconds(62)))
        #expect(send(.success, &breaker, at: .seconds(62)))
    }

    @Test func severalProbesAndSuccesses() {
        var breaker = open(CircuitPolicy(maximumProbes: 2, successesToClose: 3))
        let now = Duration.seconds(30)
        let first = breaker.admit(at: now)
        let second = breaker.admit(at: now)
        #expect(first == second)
        #expect(breaker.admit(at: now) == .reject(retryAfter: nil))
        guard case .pass(let generation) = first else { return }
        breaker.end(.success, generation: generation, at: now)
        breaker.end(.success, generation: generation, at: now)
        #expect(breaker.admit(at: now) == first)
        breaker.end(.success, generation: generation, at: now)
        #expect(breaker.admit(at: now) != first)
    }

    @Test func probeWithoutOutcomeIsGivenBack() {
        var breaker = open()
        #expect(send(.ignored, &breaker, at: .seconds(30)))
        #expect(send(.ignored, &breaker, at: .seconds(30)))
        #expect(send(.success, &breaker, at: .seconds(30)))
    }

    /// A slow upload or a long poll as a probe doesn't keep the others out for ever.
    @Test func furtherProbeIsSentWhenTheFirstHasNoOutcome() {
        var breaker = open()
        guard case .pass(let slow) = breaker.admit(at: .seconds(30)) else { return }
        #expect(breaker.admit(at: .seconds(59)) == .reject(retryAfter: nil))
        guard case .pass(let second) = breaker.admit(at: .seconds(60)) else {
            Issue.record("There is no further probe.")
            return
        }
        #expect(breaker.admit(at: .seconds(89)) == .reject(retryAfter: nil))
        // Two probes without an outcome free the place of one.
        breaker.end(.ignored, generation: slow, at: .seconds(89))
        breaker.end(.ignored, generation: second, at: .seconds(89))
        guard case .pass(let third) = breaker.admit(at: .seconds(89)) else { return }
        #expect(breaker.admit(at: .seconds(89)) == .reject(retryAfter: nil))
        breaker.end(.success, generation: third, at: .seconds(90))
        #expect(send(.success, &breaker, at: .seconds(90)))
        #expect(!breaker.isInUse)
    }

    @Test func probesAreReplacedAfterOneSecondAtLeast() {
        var breaker = open(CircuitPolicy(openDuration: .zero))
        guard case .pass = breaker.admit(at: .zero) else { return }
        #expect(breaker.admit(at: .milliseconds(999)) == .reject(retryAfter: nil))
        #expect(send(.success, &breaker, at: .seconds(1)))
    }

    @Test func outcomeBeforeTheEndCountsOnce() {
        var breaker = open(CircuitPolicy(successesToClose: 2))
        guard case .pass(let probe) = breaker.admit(at: .seconds(30)) else { return }
        breaker.record(.success, generation: probe, at: .seconds(30))
        breaker.end(nil, generation: probe, at: .seconds(31))
        #expect(!breaker.isInUse)
        #expect(breaker.isTesting)
        #expect(send(.success, &breaker, at: .seconds(31)))
        #expect(!breaker.isTesting)
    }

    @Test func outcomesOfAnEarlierStateDoNotCount() {
        var breaker = CircuitBreaker(CircuitPolicy())
        guard case .pass(let early) = breaker.admit(at: .zero) else { return }
        for _ in 0..<5 { send(.failure, &breaker) }
        guard case .pass(let probe) = breaker.admit(at: .seconds(30)) else {
            Issue.record("There is no probe.")
            return
        }
        breaker.end(.success, generation: early, at: .seconds(30))
        #expect(breaker.admit(at: .seconds(30)) == .reject(retryAfter: nil))
        breaker.end(.success, generation: probe, at: .seconds(30))
        #expect(!breaker.isInUse)
    }

    @Test func clockThatJumpsBackDelaysTheProbeByTheDurationAtMost() {
        var breaker = CircuitBreaker(CircuitPolicy())
        for _ in 0..<5 { send(.failure, &breaker, at: .seconds(1_000_000)) }
        #expect(breaker.admit(at: .seconds(-5)) == .reject(retryAfter: .seconds(30)))
        #expect(send(.success, &breaker, at: .seconds(25)))
    }

    @Test(arguments: [Int.min, 0, .max], [-1, .nan, .infinity] as [Double]) func hostileSettingsDoNotTrap(
        count: Int,
        ratio: Double
    ) {
        let policy = CircuitPolicy(
            window: count,
            minimumOutcomes: count,
            failureRatio: ratio,
            openDuration: .seconds(Int64(clamping: count)),
            maximumProbes: count,
            successesToClose: count
        )
        var breaker = CircuitBreaker(policy)
        for _ in 0..<20 { send(.failure, &breaker, at: .seconds(1)) }
        for _ in 0..<20 { send(.success, &breaker, at: .seconds(Int64.max)) }
    }
}
