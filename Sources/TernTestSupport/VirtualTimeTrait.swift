import Foundation
import TernTesting
import Testing

/// Runs each test in virtual time, on its own scheduler.
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
/// A test that can't continue fails immediately with one issue, which lists all waits and contains a short picture of
/// the run. On Linux with Swift 6.3 or later, the issue is at the line of the test's file at which the test waits.
/// Errors and issues that result from the cancellation of the test are dropped. A test also fails if it sleeps on
/// another clock, or if work is pending at its end: tasks that still wait after all ready jobs have run.
///
/// To use the trait together with `.network`, write `.virtualTime` first. The times of the journal are then virtual,
/// too.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
    let makeScheduler: @Sendable () -> VirtualScheduler
    let allowsPendingWork: Bool
    /// Distinguishes this trait from another trait with the same values.
    private let identity = Identity()

    private final class Identity: Sendable {}

    init(allowsPendingWork: Bool, makeScheduler: @escaping @Sendable () -> VirtualScheduler) {
        self.allowsPendingWork = allowsPendingWork
        self.makeScheduler = makeScheduler
    }

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // The trait of a test follows the trait of its suite in the list, and overrides it.
        let last = test.traits.lazy.compactMap { $0 as? Self }.last
        return testCase == nil || last.map { $0.identity !== identity } ?? false ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let scheduler = makeScheduler()
        try scheduler.checkRuntime()
        let place = test.sourceLocation
        // Failures are recorded in a separate task of the test, because code on the scheduler's thread isn't associated
        // with its test.
        let (failures, failure) = AsyncStream.makeStream(of: Failure.self)
        let reporter = Task {
            for await failure in failures { Self.record(failure) }
        }
        let result: Result<VirtualScheduler.BodyEnd, any Error>
        do {
            let end = try await scheduler.runTest {
                try await Self.droppingIssuesOfHang(of: scheduler, for: test, testCase, function)
            } onFailure: {
                // The picture is taken before the cancellation, so that it shows the waits.
                let line = place.moved(to: scheduler.lineOfHang(in:))
                failure.yield(Failure(error: $0, picture: scheduler.picture(), place: line))
            } onBlockedThread: {
                failure.finish()
                await reporter.value
                endProcess(test)
            }
            result = .success(end)
        } catch {
            result = .failure(error)
        }
        do throws(TestKitError) {
            try scheduler.takeForeignSleeps()
        } catch let sleeps {
            failure.yield(Failure(error: sleeps, picture: nil, place: place))
        }
        failure.finish()
        await reporter.value
        switch result {
        case .success(.abandoned): return
        case .success(.ended), .failure: report(scheduler, at: place)
        }
        do {
            try await scheduler.cancelBackground()
        } catch {
            Issue.record(error, sourceLocation: place)
            endProcess(test)
        }
        _ = try result.get()
    }

    /// Ends the test process, because a test that blocks its thread would prevent the process from ending.
    private func endProcess(_ test: Test) -> Never {
        let text = "error: \(test.name) blocks a thread, so the test process ends. The issue above has the reason.\n"
        FileHandle.standardError.write(Data(text.utf8))
        fflush(nil)
        exit(EXIT_FAILURE)
    }

    private struct Failure: Sendable {
        let error: any Error
        /// The run up to the failure, if the test can't continue after it.
        let picture: String?
        let place: SourceLocation
    }

    /// Runs the function of a test. Drops the issues of a test that can't continue, which result from its cancellation.
    private static func droppingIssuesOfHang(
        of scheduler: VirtualScheduler,
        for test: Test,
        _ testCase: Test.Case?,
        _ function: @Sendable () async throws -> Void
    ) async throws {
        let handler = IssueHandlingTrait.compactMapIssues { scheduler.isHung ? nil : $0.passed }
        try await handler.provideScope(for: test, testCase: testCase, performing: function)
    }

    private static func record(_ failure: Failure) {
        let picture = failure.picture.map { Comment(rawValue: $0) }
        Issue.record(failure.error, picture, sourceLocation: failure.place)
    }

    private func report(_ scheduler: VirtualScheduler, at place: SourceLocation) {
        let left = scheduler.pendingWork
        guard !allowsPendingWork, !scheduler.isHung, !left.isEmpty else { return }
        let advice = "Cancel the work before the test ends, or allow it: `.virtualTime(allowsPendingWork: true)`."
        Issue.record("The test ends with pending work: \(left.joinedBriefly). \(advice)", sourceLocation: place)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Trait where Self == VirtualTimeTrait {
    /// Virtual time with the order of arrival, and with seconds as the unit of timelines.
    public static var virtualTime: Self { virtualTime() }

    /// - Parameters:
    ///   - seed: Selects another order of jobs. `nil`, the default, for the order of arrival.
    ///   - unit: The duration of an integer literal in a timeline. Seconds by default.
    ///   - options: The limits of a run.
    ///   - allowsPendingWork: Whether the test may end with pending work. `false` by default.
    public static func virtualTime(
        seed: UInt64? = nil,
        unit: Duration = .seconds(1),
        options: VirtualScheduler.Options = VirtualScheduler.Options(),
        allowsPendingWork: Bool = false
    ) -> Self {
        VirtualTimeTrait(allowsPendingWork: allowsPendingWork) {
            VirtualScheduler(seed: seed, unit: unit, options: options)
        }
    }
}
