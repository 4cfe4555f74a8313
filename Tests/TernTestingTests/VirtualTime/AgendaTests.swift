import Testing

@testable import TernTesting

/// The pure part of the scheduler: what it does next.
struct AgendaTests {
    /// Carries out all steps, and notes them. A job's name is all that it is.
    private static func trace(_ agenda: inout Agenda<String>) -> [String] {
        var trace: [String] = []
        while trace.count < 50 {
            switch agenda.next() {
            case .run(let entry): trace.append(entry.job)
            case .wake(let timer): trace.append("timer \(timer) at \(agenda.now / .seconds(1))")
            case .reached(let goal): trace.append("goal \(goal) at \(agenda.now / .seconds(1))")
            case .failed(let goal, let failure):
                trace.append("failed \(failure)")
                agenda.remove(goal)
            case .rest:
                return trace
            }
        }
        return trace
    }

    private static func agenda(
        _ order: Order = .arrival,
        horizon: Duration = .seconds(1000),
        steps: Int = 1000
    ) -> Agenda<String> {
        Agenda(order: order, horizon: horizon, stepLimit: steps)
    }

    @Test func nothingRunsThatNobodyWaitsFor() {
        var agenda = Self.agenda()
        agenda.add("a", isMain: false)
        agenda.addTimer(1, at: .seconds(1))

        let trace = Self.trace(&agenda)
        #expect(trace == [])
        #expect(agenda.now == .zero)
    }

    @Test func jobsRunBeforeTimeMoves() {
        var agenda = Self.agenda()
        agenda.addTimer(7, at: .seconds(1))
        agenda.add("a", isMain: false)
        agenda.add("b", isMain: true)
        agenda.add(.idle(horizon: .seconds(10)), id: 1)

        let trace = Self.trace(&agenda)
        #expect(trace == ["a", "b", "timer 7 at 1.0", "goal 1 at 1.0"])
    }

    @Test func timersRingInTheOrderOfTimeAndNumber() {
        var agenda = Self.agenda()
        for (id, seconds) in [(1, 3), (2, 1), (3, 2), (4, 1), (5, 3)] { agenda.addTimer(id, at: .seconds(seconds)) }
        agenda.add(.idle(horizon: .seconds(10)), id: 9)

        let expected = ["timer 2 at 1.0", "timer 4 at 1.0", "timer 3 at 2.0", "timer 1 at 3.0", "timer 5 at 3.0"]
        let trace = Self.trace(&agenda)
        #expect(trace == expected + ["goal 9 at 3.0"])
    }

    @Test func goalInTimeIsReachedAfterTheTimersOfThatTime() {
        var agenda = Self.agenda()
        for (id, seconds) in [(1, 1), (2, 2), (3, 3)] { agenda.addTimer(id, at: .seconds(seconds)) }
        agenda.add(.time(.seconds(2)), id: 9)

        let trace = Self.trace(&agenda)
        #expect(trace == ["timer 1 at 1.0", "timer 2 at 2.0", "goal 9 at 2.0"])
    }

    @Test func timeMovesToAGoalWithoutTimers() {
        var agenda = Self.agenda()
        agenda.add(.time(.milliseconds(2500)), id: 9)

        let trace = Self.trace(&agenda)
        #expect(trace == ["goal 9 at 2.5"])
    }

    @Test func goalInThePastIsNowAndTimeNeverGoesBack() {
        var agenda = Self.agenda()
        agenda.add(.time(.seconds(5)), id: 1)
        _ = Self.trace(&agenda)
        agenda.addTimer(3, at: .seconds(1))
        agenda.add(.time(.seconds(2)), id: 2)

        let trace = Self.trace(&agenda)
        #expect(trace == ["timer 3 at 5.0", "goal 2 at 5.0"])
    }

    @Test func nextTimerIsOneTimeAndAllOfItsTimers() {
        var agenda = Self.agenda()
        for (id, seconds) in [(1, 1), (2, 1), (3, 2)] { agenda.addTimer(id, at: .seconds(seconds)) }
        agenda.add(.nextTimer, id: 9)

        let trace = Self.trace(&agenda)
        #expect(trace == ["timer 1 at 1.0", "timer 2 at 1.0", "goal 9 at 1.0"])
    }

    @Test func nextTimerWithoutOneIsReachedAtOnce() {
        var agenda = Self.agenda()
        agenda.add(.nextTimer, id: 9)

        let trace = Self.trace(&agenda)
        #expect(trace == ["goal 9 at 0.0"])
    }

    @Test func removedTimerDoesNotRing() {
        var agenda = Self.agenda()
        agenda.addTimer(1, at: .seconds(1))
        agenda.addTimer(2, at: .seconds(1))
        let removals = [agenda.removeTimer(1), agenda.removeTimer(1)]
        #expect(removals == [true, false])
        agenda.add(.idle(horizon: .seconds(10)), id: 9)

        let trace = Self.trace(&agenda)
        #expect(trace == ["timer 2 at 1.0", "goal 9 at 1.0"])
    }

    @Test func bodyWithNothingToWaitForHasStalled() {
        var agenda = Self.agenda()
        agenda.add("a", isMain: false)
        agenda.add(.end, id: 1)

        let trace = Self.trace(&agenda)
        #expect(trace == ["a", "failed stalled"])
    }

    @Test func bodyThatWaitsForTheWorldOutsideRests() {
        var agenda = Self.agenda()
        agenda.addTimer(1, at: .seconds(1))
        agenda.add(.end, id: 1)
        agenda.outsideWaits = 1
        let trace = Self.trace(&agenda)
        #expect(trace == [])
        #expect(agenda.now == .zero)

        agenda.outsideWaits = 0
        let after = Self.trace(&agenda)
        #expect(after == ["timer 1 at 1.0", "failed stalled"])
    }

    @Test func endedBodyComesBeforeEverythingElse() {
        var agenda = Self.agenda()
        agenda.add(.end, id: 1)
        agenda.add("left", isMain: false)
        agenda.end(1)

        let trace = Self.trace(&agenda)
        #expect(trace == ["goal 1 at 0.0"])
        #expect(agenda.readyCount == 1)
    }

    @Test func timerBeyondTheHorizonFails() {
        var agenda = Self.agenda(horizon: .seconds(10))
        agenda.addTimer(3, at: .seconds(11))
        agenda.add(.end, id: 1)

        let trace = Self.trace(&agenda)
        #expect(trace == ["failed \(Agenda<String>.Failure.beyondHorizon(timer: 3, .seconds(10)))"])
        #expect(agenda.now == .zero)
    }

    @Test func goalInTimeMayBeBeyondTheHorizon() {
        var agenda = Self.agenda(horizon: .seconds(10))
        agenda.addTimer(3, at: .seconds(11))
        agenda.add(.end, id: 1)
        agenda.add(.time(.seconds(20)), id: 2)

        let trace = Self.trace(&agenda)
        #expect(trace == ["timer 3 at 11.0", "goal 2 at 20.0", "failed stalled"])
    }

    @Test func tooManyStepsFail() {
        var agenda = Self.agenda(steps: 3)
        for job in ["a", "b", "c", "d"] { agenda.add(job, isMain: false) }
        agenda.add(.end, id: 1)

        let trace = Self.trace(&agenda)
        #expect(trace == ["a", "b", "c", "failed tooManySteps"])
    }

    @Test(arguments: 0..<20) func mainActorsJobsKeepTheirOrderUnderEverySeed(seed: UInt64) {
        var agenda = Self.agenda(.random(seed: seed))
        for job in ["a", "b", "c", "d", "e", "f"] { agenda.add(job, isMain: "bdf".contains(job)) }
        agenda.add(.idle(horizon: .zero), id: 1)

        let trace = Self.trace(&agenda)
        #expect(trace.filter { "bdf".contains($0) } == ["b", "d", "f"])
        #expect(trace.dropLast().sorted() == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func seedsGiveDifferentOrdersAndOneSeedAlwaysTheSame() {
        func trace(_ order: Order) -> [String] {
            var agenda = Self.agenda(order)
            for job in ["a", "b", "c", "d"] { agenda.add(job, isMain: false) }
            for timer in 1...3 { agenda.addTimer(timer, at: .seconds(1)) }
            agenda.add(.idle(horizon: .seconds(10)), id: 1)
            return Self.trace(&agenda)
        }

        let traces = (0..<50).map { trace(.random(seed: $0)) }
        #expect(traces == (0..<50).map { trace(.random(seed: $0)) })
        #expect(Set(traces).count > 30)
    }

    @Test func scriptedOrderRepeatsWhatASeedDid() {
        func run(_ order: Order) -> ([String], [Order.Reordering]) {
            var agenda = Self.agenda(order)
            for job in ["a", "b", "c", "d", "e"] { agenda.add(job, isMain: false) }
            agenda.add(.idle(horizon: .seconds(10)), id: 1)
            return (Self.trace(&agenda), agenda.order.reorderings)
        }

        let (trace, reorderings) = run(.random(seed: 5))
        #expect(run(.scripted(reorderings)).0 == trace)
        #expect(run(.scripted([])).0 == ["a", "b", "c", "d", "e", "goal 1 at 0.0"])
    }
}
