import Foundation
import Tern

/// Runs a body once for each of its calls and each fault, to find failures that the body hides.
///
/// ```swift
/// @Test func everyFailureIsShown() async throws {
///     let report = try await FaultSweep.run(on: GitHub.self) { target in
///         switch target {
///         case .user(let login): .json(User(login: login))
///         case .repositories: .json([Repository]())
///         }
///     } body: { provider in
///         try await UserRepository(github: provider).show("octocat")
///     }
///     #expect(report.silentSuccesses.isEmpty, "\(report)")
///     #expect(report.hangs.isEmpty, "\(report)")
/// }
/// ```
///
/// The first run has no fault, and records the calls that the body makes until it ends. Then the sweep runs the body
/// for each of these calls and each fault, one run after another, each with its own provider. A call is identified by
/// its case and by its position among the calls of that case. Arguments are ignored. All attempts of a call receive the
/// fault, so a plugin that retries receives it again.
///
/// Each run has its own ``VirtualScheduler``, whose clock is the provider's clock. `Retry-After`, backoff, timeouts and
/// slow responses take no real time, and a body that waits for an event that can't occur is reported as a hang at once.
/// The body must wait on that clock, `VirtualScheduler.current?.clock`; on Linux with Swift 6.3, sleeps on other clocks
/// also take virtual time. Tasks that outlive the body continue in virtual time for at most one hour before the next
/// run begins. After that hour, they never continue.
public enum FaultSweep {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension FaultSweep {
    /// Settings that most sweeps don't need.
    public struct Options: Sendable {
        /// The options of each run's scheduler. A body that reaches a limit is reported as a hang.
        public var scheduler: VirtualScheduler.Options

        /// Whether each run writes its call and its fault to the standard error before it begins, unbuffered. If a trap
        /// in the body ends the process, the last of these lines identifies the run. To continue after a trap, run the
        /// sweep in an exit test.
        public var printsProgress: Bool

        /// - Parameters:
        ///   - scheduler: The options of each run's scheduler. By default, 100,000 steps, and sleeps on other clocks
        ///     take virtual time.
        ///   - printsProgress: Whether to write each call and fault to the standard error. `false` by default.
        public init(
            scheduler: VirtualScheduler.Options = .init(steps: 100_000, foreignSleeps: .adopted),
            printsProgress: Bool = false
        ) {
            self.scheduler = scheduler
            self.printsProgress = printsProgress
        }
    }

    /// Runs the sweep.
    ///
    /// - Parameters:
    ///   - target: The type of the targets. Inferred by default.
    ///   - faults: The faults to try at each call. ``Fault/all`` by default.
    ///   - configuration: The configuration of the provider in production, because the outcome depends on its
    ///     decoder. The default configuration by default.
    ///   - plugins: The plugins of the provider. They receive the faulty responses like other responses.
    ///   - options: The limits of each run.
    ///   - response: Creates the correct responses, once for each attempt. State in this closure is kept from run to
    ///     run.
    ///   - body: Runs once for each row. It should create the objects that it uses, and throw errors that occur.
    /// - Throws: `TestKitError` if the body fails, hangs or makes no call even without a fault, or if the task is
    ///   cancelled. After a cancellation, the text of the error contains the rows so far.
    public static func run<Target: TargetType>(
        on target: Target.Type = Target.self,
        faults: [Fault] = Fault.all,
        configuration: ProviderConfiguration = ProviderConfiguration(),
        plugins: [any Plugin] = [],
        options: Options = Options(),
        responding response: @escaping @Sendable (Target) -> SampleResponse,
        body: @escaping @Sendable (Provider<Target>) async throws -> Void
    ) async throws(TestKitError) -> Report {
        let runner = FaultRunner(options: options.scheduler) { run in
            try await body(run.provider(plugins: plugins, response: response).configured { $0 = configuration })
        }
        let faultFree = try await runner.runWithoutFault()
        var report = Report(calls: faultFree.calls.map(\.description), rows: [])
        for (index, call) in faultFree.calls.enumerated() {
            for fault in faults {
                let place = Report.Place(call: call.description, number: index + 1, fault: fault)
                if options.printsProgress { FileHandle.standardError.write(Data("FaultSweep: \(place)\n".utf8)) }
                guard let outcome = await runner.outcome(of: fault, at: call, comparedWith: faultFree) else {
                    throw TestKitError(
                        .sweepCancelled,
                        Self.text(at: place, report, of: faultFree.calls.count * faults.count)
                    )
                }
                report.rows.append(Report.Row(place: place, outcome: outcome))
            }
        }
        return report
    }

    /// The error text of a cancelled sweep: the current place, and the rows so far.
    private static func text(at place: Report.Place, _ report: Report, of count: Int) -> String {
        let rows = report.rows.isEmpty ? "" : "\n\(report)"
        return "The task of the sweep was cancelled at \(place), after \(report.rows.count) of \(count) rows.\(rows)"
    }
}
