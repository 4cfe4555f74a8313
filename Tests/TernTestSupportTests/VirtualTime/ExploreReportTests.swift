import Foundation
import Tern
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// What a failure says, in a report or when the process dies.
@Suite(.timeLimit(.minutes(20)))
struct ExploreReportTests {
    // MARK: - Names

    /// Fails if the second task ends first.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test func reportNamesTheTasks() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<200) { scheduler in
            let ends = Locked<[Int]>([])
            let tasks = [(1, "save"), (2, "publish")].map { number, name in
                Task(name: name) {
                    try await scheduler.clock.sleep(for: .seconds(1))
                    ends.withLock { $0.append(number) }
                }
            }
            for task in tasks { try await task.value }
            if ends.withLock({ $0 }) != [1, 2] { throw Violation("found") }
        }
        #expect(failure?.reorderings == ["at 0.0 seconds, the task “publish” ran before the task “save”"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func repeatedLinesOfAReportAreCounted() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<200, strategy: .priorities()) { _ in
            let (behind, ahead) = (Locked(0), Locked(0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (own, other) in [(behind, ahead), (ahead, behind)] {
                    group.addTask {
                        for _ in 1...9 {
                            await Task.yield()
                            own.withLock { $0 += 1 }
                        }
                        if other.withLock({ $0 }) == 0 { throw Violation("found") }
                    }
                }
                try await group.waitForAll()
            }
        }
        let text = try #require(failure).description
        #expect(text.contains(/\n- at 0.0 seconds, task \d ran before task \d, \d+ times\n/), "\(text)")
    }

    // MARK: - Runs that can't be repeated

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func unrepeatable(fails: Bool) -> @Sendable (VirtualScheduler) async throws -> Void {
        let runs = Locked(0)
        return { scheduler in
            try await scheduler.clock.sleep(for: .seconds(2))
            // State that remains from one run to the next.
            let count = runs.withLock { runs in
                runs += 1
                return runs
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<(count % 2 + 2) { group.addTask {} }
            }
            if fails { throw Violation("found") }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failureThatCannotBeRepeatedNamesTheFirstDifferentChoice() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<1, Self.unrepeatable(fails: true))
        let divergence = try #require(failure?.divergence)
        #expect(divergence.contains("A repetition with the same choices differs at choice "))
        #expect(divergence.contains(" at 2.0 seconds"))
        #expect(divergence.contains("Some code isn't under the scheduler's control"))
        #expect(failure?.description.contains(divergence) == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func passingRunIsRepeatedOnRequest(isRepeated: Bool) async throws {
        let failure = try await VirtualScheduler.firstFailure(
            seeds: 0..<5,
            repeatsPassingRuns: isRepeated,
            Self.unrepeatable(fails: false)
        )
        #expect(failure?.failure == (isRepeated ? "The run can't be repeated." : nil))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func repeatableRunHasNoDifference() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<20, repeatsPassingRuns: true) { scheduler in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<5 {
                    group.addTask { try? await scheduler.clock.sleep(for: .seconds(number % 2)) }
                }
            }
        }
        #expect(failure == nil)
    }

    // MARK: - Endless loops

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func loopOfOneTaskIsFoundEarly(sleeps: Bool) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<1) { scheduler in
            try await Task {
                while !Task.isCancelled {
                    if sleeps { try await scheduler.clock.sleep(for: .zero) } else { await Task.yield() }
                }
            }.value
        }
        let text = try #require(failure).failure
        #expect(text.hasPrefix("tooManySteps: A loop was found: task 2 ran 10000 times in a row at 0.0 seconds"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func loopThatCallsAnActorEndsAtTheLimitOfSteps() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<1) { _ in
            let isReady = Shared(false)
            while await !isReady.value {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        let text = try #require(failure).failure
        #expect(text.hasPrefix("tooManySteps: The limit of 100000 steps was reached"))
        #expect(text.contains("The code may loop forever: task 1 ran last."))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func limitsOfAnExplorationAreLower() {
        let options = VirtualScheduler.Options.exploration
        #expect(options.steps == 100_000 && options.patience == .seconds(5))
        #expect(options.horizon == VirtualScheduler.Options().horizon)
    }

    // MARK: - Processes that die

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func trapWritesItsSeed() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let runs = Locked(0)
            try await VirtualScheduler.explore(seeds: 40..<50, strategy: .priorities(depth: 2)) { _ in
                let count = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                let missing: Int? = count == 4 ? nil : 1
                _ = missing!
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Tern: seed 43, strategy .priorities(depth: 2) was running.\n"), "\(text)")
        #expect(!text.contains("Tern: seed 42"))
    }

    #if canImport(Glibc)
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        @Test func abortWritesTheSeedsOfAllRunsAndKeepsItsSignal() async throws {
            let result = try await #require(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try await VirtualScheduler.explore(seeds: 3..<4) { scheduler in
                    try await scheduler.outside("another exploration") {
                        _ = try await VirtualScheduler.explore(seeds: 7..<8) { _ in abort() }
                    }
                }
            }
            let text = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(text.contains("Tern: seed 3, strategy .random was running.\n"))
            #expect(text.contains("Tern: seed 7, strategy .random was running.\n"))
        }
    #endif
}
