import TernTesting
import Testing

/// Runs each test on a scheduler of its own, in virtual time.
///
/// ```swift
/// @Test(.virtualTime) func waitsBeforeItAsksAgain() async throws {
///     let scheduler = try #require(VirtualScheduler.current)
///     let provider = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
///     _ = try await provider.value(.user("octocat"))
///     #expect(scheduler.now == .seconds(3))
/// }
/// ```
///
/// A test fails at once, with a list of who waits for what, when it can't go on; when it sleeps on another clock; and when
/// it leaves work behind: sleeping tasks, and jobs that are ready. Together with `.network`, write `.virtualTime` first, and
/// the journal's times are virtual, too.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
    let makeScheduler: @Sendable () -> VirtualScheduler
    let allowsPendingWork: Bool
    /// Tells it from another that looks the same.
    private let identity = Identity()

    private final class Identity: Sendable {}

    init(allowsPendingWork: Bool, makeScheduler: @escaping @Sendable () -> VirtualScheduler) {
        self.allowsPendingWork = allowsPendingWork
        self.makeScheduler = makeScheduler
    }

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // A test's own comes after that of its suite, and takes its place.
        let last = test.traits.lazy.compactMap { $0 as? Self }.last
        return testCase == nil || last.map { $0.identity !== identity } ?? false ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let scheduler = makeScheduler()
        let place = test.sourceLocation
        // A task of the test's own: on the scheduler's thread nobody knows which test it is.
        let (errors, error) = AsyncStream.makeStream(of: (any Error).self)
        let reporter = Task {
            for await error in errors { Issue.record(error, sourceLocation: place) }
        }
        let result: Result<Void, any Error>
        do { result = .success(try await scheduler.runInPlace(function) { error.yield($0) }) } catch {
            result = .failure(error)
        }
        do throws(VirtualTimeError) { try scheduler.takeForeignSleeps() } catch let sleeps { error.yield(sleeps) }
        error.finish()
        await reporter.value
        defer { report(scheduler, at: place) }
        try result.get()
    }

    private func report(_ scheduler: VirtualScheduler, at place: SourceLocation) {
        let left = scheduler.pendingWork
        guard !allowsPendingWork, !left.isEmpty else { return }
        let advice = "Cancel it before the test ends, or allow it: `.virtualTime(allowsPendingWork: true)`."
        Issue.record("Work is left at the end: \(left.joinedBriefly). \(advice)", sourceLocation: place)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Trait where Self == VirtualTimeTrait {
    /// In the order in which things come, with seconds as the unit of timelines.
    public static var virtualTime: Self { virtualTime() }

    /// - Parameters:
    ///   - seed: Another order, chosen by this. `nil` by default.
    ///   - unit: What an integer literal counts in a timeline. Seconds by default.
    ///   - allowsPendingWork: Whether work may be left at the end. `false` by default.
    public static func virtualTime(
        seed: UInt64? = nil,
        unit: Duration = .seconds(1),
        limits: VirtualScheduler.Limits = VirtualScheduler.Limits(),
        foreignSleeps: VirtualScheduler.ForeignSleeps = .refused,
        allowsPendingWork: Bool = false
    ) -> Self {
        VirtualTimeTrait(allowsPendingWork: allowsPendingWork) {
            VirtualScheduler(seed: seed, unit: unit, limits: limits, foreignSleeps: foreignSleeps)
        }
    }
}
