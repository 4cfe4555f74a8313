import Testing

@testable import TernVirtualTime

/// The pure part of the scheduler, which selects the next step.
struct JobQueueTests {
    /// Takes all steps, and records them. A job is only a name.
    private static func trace(_ jobQueue: inout JobQueue<String>) -> [String] {
        var trace: [String] = []
        while trace.count < 50 {
            switch jobQueue.next() ?? jobQueue.moveTime() {
            case .run(let entry): trace.append(entry.job)
            case .wake(let timer): trace.append("timer \(timer) at \(jobQueue.now / .seconds(1))")
            case .reached(let goal): trace.append("goal \(goal) at \(jobQueue.now / .seconds(1))")
            case .failed(let goal, let failure):
                trace.append("failed \(failure)")
                jobQueue.remove(goal)
            case .rest:
                return trace
            }
        }
        return trace
    }

    private static func jobQueue(
        _ order: Order = .arrival,
        horizon: Duration = .seconds(1000),
        steps: Int = 1000
    ) -> JobQueue<String> {
        JobQueue(order: order, horizon: horizon, stepLimit: steps)
    }

    @Test func withoutAGoalNothingRuns() {
        var jobQueue = Self.jobQueue()
        jobQueue.add("a", isMain: false)
        jobQueue.addTimer(1, at: .seconds(1))

        let trace = Self.trace(&jobQueue)
        #expect(trace == [])
        #expect(jobQueue.now == .zero)
    }

    @Test func jobsOfOneTaskAtDifferentTimesAreNoLoop() {
        var jobQueue = Self.jobQueue(steps: .max)
        let seconds = 1...(JobQueue<String>.streakLimit + 1)
        let traces = seconds.map { second in
            jobQueue.add("a", isMain: false, task: 7)
            jobQueue.add(.time(.seconds(second)), id: second)
            return Self.trace(&jobQueue)
        }

        #expect(traces.allSatisfy { $0.count == 2 && $0[0] == "a" && $0[1].hasPrefix("goal ") })
    }

    @Test func jobsRunBeforeTimeAdvances() {
        var jobQueue = Self.jobQueue()
        jobQueue.addTimer(7, at: .seconds(1))
        jobQueue.add("a", isMain: false)
        jobQueue.add("b", isMain: true)
        jobQueue.add(.idle(horizon: .seconds(10)), id: 1)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["a", "b", "timer 7 at 1.0", "goal 1 at 1.0"])
    }

    @Test func timersFireInTheOrderOfTimeAndNumber() {
        var jobQueue = Self.jobQueue()
        for (id, seconds) in [(1, 3), (2, 1), (3, 2), (4, 1), (5, 3)] { jobQueue.addTimer(id, at: .seconds(seconds)) }
        jobQueue.add(.idle(horizon: .seconds(10)), id: 9)

        let expected = ["timer 2 at 1.0", "timer 4 at 1.0", "timer 3 at 2.0", "timer 1 at 3.0", "timer 5 at 3.0"]
        let trace = Self.trace(&jobQueue)
        #expect(trace == expected + ["goal 9 at 3.0"])
    }

    @Test func goalInTimeIsReachedAfterTheTimersOfThatTime() {
        var jobQueue = Self.jobQueue()
        for (id, seconds) in [(1, 1), (2, 2), (3, 3)] { jobQueue.addTimer(id, at: .seconds(seconds)) }
        jobQueue.add(.time(.seconds(2)), id: 9)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["timer 1 at 1.0", "timer 2 at 2.0", "goal 9 at 2.0"])
    }

    @Test func timeAdvancesToAGoalWithoutTimers() {
        var jobQueue = Self.jobQueue()
        jobQueue.add(.time(.milliseconds(2500)), id: 9)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["goal 9 at 2.5"])
    }

    @Test func goalInThePastIsReachedNowAndTimeNeverDecreases() {
        var jobQueue = Self.jobQueue()
        jobQueue.add(.time(.seconds(5)), id: 1)
        _ = Self.trace(&jobQueue)
        jobQueue.addTimer(3, at: .seconds(1))
        jobQueue.add(.time(.seconds(2)), id: 2)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["timer 3 at 5.0", "goal 2 at 5.0"])
    }

    @Test func nextTimerIsOneTimeAndAllOfItsTimers() {
        var jobQueue = Self.jobQueue()
        for (id, seconds) in [(1, 1), (2, 1), (3, 2)] { jobQueue.addTimer(id, at: .seconds(seconds)) }
        jobQueue.add(.nextTimer, id: 9)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["timer 1 at 1.0", "timer 2 at 1.0", "goal 9 at 1.0"])
    }

    @Test func nextTimerWithoutOneIsReachedAtOnce() {
        var jobQueue = Self.jobQueue()
        jobQueue.add(.nextTimer, id: 9)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["goal 9 at 0.0"])
    }

    @Test func removedTimerDoesNotFire() {
        var jobQueue = Self.jobQueue()
        jobQueue.addTimer(1, at: .seconds(1))
        jobQueue.addTimer(2, at: .seconds(1))
        let removals = [jobQueue.removeTimer(1), jobQueue.removeTimer(1)]
        #expect(removals == [true, false])
        jobQueue.add(.idle(horizon: .seconds(10)), id: 9)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["timer 2 at 1.0", "goal 9 at 1.0"])
    }

    @Test func bodyWithoutTimersHasStalled() {
        var jobQueue = Self.jobQueue()
        jobQueue.add("a", isMain: false)
        jobQueue.add(.end, id: 1)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["a", "failed stalled"])
    }

    @Test func timersWaitForExternalWaits() {
        var jobQueue = Self.jobQueue()
        jobQueue.addTimer(1, at: .seconds(1))
        jobQueue.add(.end, id: 1)
        jobQueue.externalWaits = 1
        let trace = Self.trace(&jobQueue)
        #expect(trace == [])
        #expect(jobQueue.now == .zero)

        jobQueue.externalWaits = 0
        let after = Self.trace(&jobQueue)
        #expect(after == ["timer 1 at 1.0", "failed stalled"])
    }

    @Test func endedBodyComesBeforeEverythingElse() {
        var jobQueue = Self.jobQueue()
        jobQueue.add(.end, id: 1)
        jobQueue.add("left", isMain: false)
        jobQueue.end(1)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["goal 1 at 0.0"])
        #expect(jobQueue.readyCount == 1)
    }

    @Test func timerBeyondTheHorizonFails() {
        var jobQueue = Self.jobQueue(horizon: .seconds(10))
        jobQueue.addTimer(3, at: .seconds(11))
        jobQueue.add(.end, id: 1)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["failed \(JobQueue<String>.Failure.beyondHorizon(timer: 3, .seconds(10)))"])
        #expect(jobQueue.now == .zero)
    }

    @Test func goalInTimeMayBeBeyondTheHorizon() {
        var jobQueue = Self.jobQueue(horizon: .seconds(10))
        jobQueue.addTimer(3, at: .seconds(11))
        jobQueue.add(.end, id: 1)
        jobQueue.add(.time(.seconds(20)), id: 2)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["timer 3 at 11.0", "goal 2 at 20.0", "failed stalled"])
    }

    @Test func tooManyStepsFail() {
        var jobQueue = Self.jobQueue(steps: 3)
        for job in ["a", "b", "c", "d"] { jobQueue.add(job, isMain: false) }
        jobQueue.add(.end, id: 1)

        let trace = Self.trace(&jobQueue)
        #expect(trace == ["a", "b", "c", "failed tooManySteps"])
    }

    @Test(arguments: 0..<20) func mainActorsJobsKeepTheirOrderUnderEverySeed(seed: UInt64) {
        var jobQueue = Self.jobQueue(.random(seed: seed))
        for job in ["a", "b", "c", "d", "e", "f"] { jobQueue.add(job, isMain: "bdf".contains(job)) }
        jobQueue.add(.idle(horizon: .zero), id: 1)

        let trace = Self.trace(&jobQueue)
        #expect(trace.filter { "bdf".contains($0) } == ["b", "d", "f"])
        #expect(trace.dropLast().sorted() == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func seedsGiveDifferentOrdersAndOneSeedAlwaysTheSame() {
        func trace(_ order: Order) -> [String] {
            var jobQueue = Self.jobQueue(order)
            for job in ["a", "b", "c", "d"] { jobQueue.add(job, isMain: false) }
            for timer in 1...3 { jobQueue.addTimer(timer, at: .seconds(1)) }
            jobQueue.add(.idle(horizon: .seconds(10)), id: 1)
            return Self.trace(&jobQueue)
        }

        let traces = (0..<50).map { trace(.random(seed: $0)) }
        #expect(traces == (0..<50).map { trace(.random(seed: $0)) })
        #expect(Set(traces).count > 30)
    }

    @Test func scriptedOrderRepeatsTheOrderOfASeed() throws {
        func run(_ order: Order) -> ([String], [Choice]) {
            var jobQueue = Self.jobQueue(order)
            for job in ["a", "b", "c", "d", "e"] { jobQueue.add(job, isMain: false) }
            jobQueue.add(.idle(horizon: .seconds(10)), id: 1)
            return (Self.trace(&jobQueue), jobQueue.order.changes)
        }

        let (trace, changes) = run(.random(seed: 5))
        let script = try #require(Choice.script(changes.map(\.code).joined(separator: " ")))
        #expect(run(.scripted(script)).0 == trace)
        #expect(run(.scripted([:])).0 == ["a", "b", "c", "d", "e", "goal 1 at 0.0"])
    }

    // MARK: - Loops

    /// Runs a job that becomes ready again and again, together with other work.
    private static func loop(besides other: (inout JobQueue<String>) -> Void) -> JobQueue<String>.Step {
        var jobQueue = jobQueue(steps: 100_000)
        jobQueue.add(.end, id: 1)
        for _ in 0..<20_000 {
            jobQueue.add("a", isMain: false, task: 77)
            other(&jobQueue)
            let step = jobQueue.next() ?? jobQueue.moveTime()
            if case .failed = step { return step }
        }
        return .rest
    }

    @Test func loopOfOneTaskFails() {
        guard case .failed(1, .looping(task: 1)) = Self.loop(besides: { _ in }) else {
            Issue.record("no failure")
            return
        }
    }

    @Test func loopsThatAreNotEndlessDoNotFail() {
        let others: [(inout JobQueue<String>) -> Void] = [
            { $0.add("b", isMain: false, task: 78) },
            { $0.add("an actor's job", isMain: false, task: 77, isActorJob: true) },
            { $0.externalWaits = 1 },
        ]
        for other in others {
            guard case .rest = Self.loop(besides: other) else {
                Issue.record("a failure")
                continue
            }
        }
    }

    // MARK: - Priorities

    @Test(arguments: 0..<20) func taskWithTheHighestPriorityRunsUntilItLoops(seed: UInt64) {
        var priorities = Priorities(seed: seed, depth: 1)
        let picks = (0..<100).map { priorities.pick([1, 2], number: $0) }
        #expect(Set(picks.prefix(49)).count == 1)
        #expect(Set(picks).count == 2)
    }

    @Test func prioritiesFallAtRandomChoices() {
        let depths = [1, 3].map { depth in
            (UInt64(0)..<200).filter { seed in
                var priorities = Priorities(seed: seed, depth: depth)
                return Set((0..<32).map { priorities.pick([1, 2], number: $0) }).count == 2
            }.count
        }
        #expect(depths[0] == 0)
        #expect(depths[1] > 50)
    }
}
