import Foundation
import Tern

/// Runs a body once for each call it makes and each fault, to see where a failure gets lost.
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
/// First comes a run without a fault: its journal says which calls there are. Then comes a run for each of them and
/// each fault, one after the other, each with a provider and a journal of its own. A call is told by its case and by
/// which of that case it is; arguments don't count. All attempts of a call meet the fault, so that a plugin that
/// retries meets it again.
///
/// The provider's clock is virtual. `Retry-After`, backoff and slow answers cost no real time.
///
/// A trap in the body ends the process, and the sweep with it. ``tellingStandardError(_:)`` as `willRun` leaves the
/// name of the row as the last line. To go on after it, run the sweep in an exit test.
public enum FaultSweep {
    /// - Parameters:
    ///   - faults: Each is tried at each call. ``Fault/all`` by default.
    ///   - configuration: That of the provider in production: its decoder matters. The default one by default.
    ///   - plugins: As those of any provider; they wrap the faults.
    ///   - timeout: A body that takes longer on `clock` hangs. It is cancelled then, and abandoned if it takes as long
    ///     again. 60 s by default.
    ///   - clock: What `timeout` is measured on; not the provider's. Real time by default.
    ///   - willRun: Is told of each row before it runs.
    ///   - answer: The right answers, once for each attempt. What it remembers, it remembers from run to run.
    ///   - body: Is run anew for each row. It should make what it works with, and throw what goes wrong.
    /// - Throws: `FaultSweepError`, if the body fails, hangs or makes no call even without a fault, or the task is
    ///   cancelled; the error has the rows by then.
    public static func run<Target: TargetType>(
        on target: Target.Type = Target.self,
        faults: [Fault] = Fault.all,
        configuration: ProviderConfiguration = ProviderConfiguration(),
        plugins: [any Plugin] = [],
        timeout: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(),
        willRun: @Sendable (FaultReport.Place) -> Void = { _ in },
        answering answer: @escaping @Sendable (Target) -> SampleResponse,
        body: @escaping @Sendable (Provider<Target>) async throws -> Void
    ) async throws(FaultSweepError) -> FaultReport {
        let runner = FaultRunner(timeout: timeout, clock: clock) { run in
            try await body(run.provider(plugins: plugins, answer: answer).configured { $0 = configuration })
        }
        let (happy, calls) = try await runner.happyRun()
        var report = FaultReport(calls: calls.map(\.name), rows: [])
        for (index, call) in calls.enumerated() {
            for fault in faults {
                let place = FaultReport.Place(call: call.name, number: index + 1, fault: fault)
                willRun(place)
                guard let outcome = await runner.outcome(of: fault, at: call, after: happy) else {
                    throw FaultSweepError(cancelledAt: place, report, of: calls.count * faults.count)
                }
                report.rows.append(FaultReport.Row(place: place, outcome: outcome))
            }
        }
        return report
    }

    /// Writes the row that is about to run to the standard error, at once: after a trap it is the last line.
    @Sendable public static func tellingStandardError(_ place: FaultReport.Place) {
        FileHandle.standardError.write(Data("FaultSweep: \(place)\n".utf8))
    }
}
