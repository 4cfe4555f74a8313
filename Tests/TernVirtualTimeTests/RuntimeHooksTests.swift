import Testing

@testable import TernVirtualTime

/// Toolchains on which virtual time can't control the order of tasks.
@Suite(.timeLimit(.minutes(20)))
struct RuntimeHooksTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static var problem: String? { ConcurrencyHooks.problem(without: [.mainActor, .creation]) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyPartIsFoundHere() {
        #expect(ConcurrencyHooks.problem == nil)
        #expect(ConcurrencyHooks.problem(without: []) == nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func problemNamesThePartThatIsMissing() throws {
        for part in ConcurrencyHooks.Part.allCases {
            let problem = try #require(ConcurrencyHooks.problem(without: [part]))
            #expect(problem.contains("can't observe \(part.rawValue), so the order"))
            #expect(problem.contains("\"Toolchains and hooks\""))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func operationDoesNotBeginWithoutTheHooks() async throws {
        let scheduler = VirtualScheduler(order: .arrival, runtimeProblem: Self.problem)
        let hasBegun = Guarded(false)
        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.run { hasBegun.withLock { $0 = true } }
        }
        #expect(error?.code == .unsupportedRuntime)
        #expect(error?.message == Self.problem)
        #expect(!hasBegun.withLock { $0 })
        #expect(scheduler.pendingWork.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeDoesNotMoveWithoutTheHooks() async throws {
        let scheduler = VirtualScheduler(order: .arrival, runtimeProblem: Self.problem)
        for drive in [
            { try await scheduler.advance(by: .seconds(1)) }, { try await scheduler.advanceToNextTimer() },
            { try await scheduler.runUntilIdle() },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: TestKitError.self) { try await drive() }
            #expect(error?.code == .unsupportedRuntime)
        }
        #expect(scheduler.now == .zero)
    }
}
