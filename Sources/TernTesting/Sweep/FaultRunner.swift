import Tern

/// Runs a sweep's body in virtual time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct FaultRunner: Sendable {
    private enum End {
        case ended(Result<Void, any Error>)
        /// The body doesn't end. The scheduler reports this with an error.
        case hang(isAbandoned: Bool, any Error)
    }

    let options: VirtualScheduler.Options
    let body: @Sendable (FaultRun) async throws -> Void

    /// The exchanges of the run without a fault.
    func runWithoutFault() async throws(TestKitError) -> FaultRun.Record {
        guard let (record, end) = await run(place: nil) else {
            throw TestKitError(.sweepCancelled, "The task of the sweep was cancelled during the run without a fault.")
        }
        switch end {
        case .hang(_, let error):
            throw TestKitError(.failsWithoutFault, "The body hangs even without a fault. \(error)", underlying: error)
        case .ended(.failure(let error)):
            // The texts of other errors may contain secrets.
            let text = (error as? TernError)?.description ?? "\(type(of: error))."
            let message = "The body fails even without a fault. Correct the responses, so that it succeeds."
            throw TestKitError(.failsWithoutFault, "\(message) It threw \(text)", underlying: error)
        case .ended(.success) where record.calls.isEmpty:
            let message = "The body makes no call. Make its calls with the provider that it receives."
            throw TestKitError(.noCalls, message)
        case .ended(.success):
            return record
        }
    }

    /// The outcome of a run with a fault. `nil` if this task was cancelled.
    func outcome(
        of fault: FaultSweep.Fault,
        at call: FaultRun.Call,
        comparedWith faultFree: FaultRun.Record
    ) async -> FaultSweep.Report.Outcome? {
        guard let (record, end) = await run(place: (call, fault)) else { return nil }
        switch end {
        case .hang(let isAbandoned, _): return .hang(isAbandoned: isAbandoned)
        case .ended where !record.isFaultUsed: return .notReached
        case .ended(.failure(let error)): return .surfaced(error)
        case .ended(.success):
            let isLate = if case .delay = fault.effect { true } else { false }
            let isRecovered = isLate && record.isFaultyResponseAccepted || record.isSentAgain(comparedWith: faultFree)
            return isRecovered ? .recovered : .silentSuccess
        }
    }

    // MARK: - Private

    /// `nil` if this task was cancelled.
    private func run(place: (FaultRun.Call, FaultSweep.Fault)?) async -> (FaultRun.Record, End)? {
        let scheduler = VirtualScheduler(options: options)
        let run = FaultRun(place: place, clock: scheduler.clock)
        let result = Locked<Result<Void, any Error>?>(nil)
        var hang: (any Error)?
        do {
            try await scheduler.run { [body] in
                // The body runs in a separate task, so that a fault can cancel it. The task starts when this task
                // waits.
                let task = Task { try await body(run) }
                run.cancelBody.withLock { $0 = { task.cancel() } }
                let end = await withTaskCancellationHandler {
                    await task.result
                } onCancel: {
                    task.cancel()
                }
                result.withLock { $0 = end }
            }
        } catch {
            hang = error
        }
        let (end, record) = (result.withLock { $0 }, run.record)
        // Other tasks that the body has started must not run at the same time as the next row.
        if hang == nil { try? await scheduler.runUntilIdle() }
        // Tasks that still wait for a time must stay suspended forever. If the scheduler were released, they would
        // continue in real time, and a loop that ignores the error of its sleep would never end. So the scheduler is
        // never released in this case.
        if !scheduler.pendingWork.isEmpty { _ = Unmanaged.passRetained(scheduler) }
        guard !Task.isCancelled else { return nil }
        if let hang { return (record, .hang(isAbandoned: end == nil, hang)) }
        return end.map { (record, .ended($0)) }
    }
}
