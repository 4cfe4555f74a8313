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
/// The first run has no fault, and its journal lists the calls. Then the sweep runs the body for each of these calls
/// and each fault, one run after another, each with its own provider and journal. A call is identified by its case and
/// by its position among the calls of that case; arguments don't count. All attempts of a call receive the fault, so a
/// plugin that retries receives it again.
///
/// The provider's clock is virtual. `Retry-After`, backoff and slow responses take no real time.
///
/// A trap in the body ends the process and the sweep. With ``tellingStandardError(_:)`` as `willRun`, the last line of
/// the standard error names the row. To continue after a trap, run the sweep in an exit test.
public enum FaultSweep {
    /// - Parameters:
    ///   - faults: The faults to try at each call. ``Fault/all`` by default.
    ///   - configuration: The configuration of the provider in production, because the outcome depends on its decoder.
    ///     The default configuration by default.
    ///   - plugins: The plugins of the provider. They are outside of the faults.
    ///   - timeout: Maximum duration of one run on `clock`. A body that takes longer is cancelled and counts as a hang;
    ///     if it then takes as long again, it is abandoned. 60 s by default.
    ///   - clock: The clock for `timeout`; not the clock of the provider. Real time by default.
    ///   - willRun: Receives the place of each row before its run.
    ///   - response: Makes the correct responses, once for each attempt. State in this closure is kept from run to run.
    ///   - body: Runs once for each row. It should create the objects that it uses, and throw errors that occur.
    /// - Throws: `TestKitError` if the body fails, hangs or makes no call even without a fault, or if the task is
    ///   cancelled. After a cancellation, the error has the rows so far.
    public static func run<Target: TargetType>(
        on target: Target.Type = Target.self,
        faults: [Fault] = Fault.all,
        configuration: ProviderConfiguration = ProviderConfiguration(),
        plugins: [any Plugin] = [],
        timeout: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(),
        willRun: @Sendable (FaultReport.Place) -> Void = { _ in },
        responding response: @escaping @Sendable (Target) -> SampleResponse,
        body: @escaping @Sendable (Provider<Target>) async throws -> Void
    ) async throws(TestKitError) -> FaultReport {
        let runner = FaultRunner(timeout: timeout, clock: clock) { run in
            try await body(run.provider(plugins: plugins, response: response).configured { $0 = configuration })
        }
        let (faultFreeRun, calls) = try await runner.faultFreeRun()
        var report = FaultReport(calls: calls.map(\.name), rows: [])
        for (index, call) in calls.enumerated() {
            for fault in faults {
                let place = FaultReport.Place(call: call.name, number: index + 1, fault: fault)
                willRun(place)
                guard let outcome = await runner.outcome(of: fault, at: call, after: faultFreeRun) else {
                    throw TestKitError(
                        .sweepCancelled,
                        "The task of the sweep was cancelled at \(place), after \(report.rows.count) of "
                            + "\(calls.count * faults.count) rows.\n\(report)"
                    )
                }
                report.rows.append(FaultReport.Row(place: place, outcome: outcome))
            }
        }
        return report
    }

    /// Writes the place of the next run to the standard error, unbuffered: after a trap it is the last line.
    @Sendable public static func tellingStandardError(_ place: FaultReport.Place) {
        FileHandle.standardError.write(Data("FaultSweep: \(place)\n".utf8))
    }
}
