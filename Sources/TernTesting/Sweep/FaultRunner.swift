import Tern

/// Runs a sweep's body with a time limit.
struct FaultRunner<Target: TargetType>: Sendable {
    /// A call of the run without a fault.
    struct Call: Sendable {
        let target: String
        /// The position of the call among the calls of its case, from 1.
        let occurrence: Int

        var name: String { occurrence > 1 ? "\(target) #\(occurrence)" : target }
    }

    private enum Event: Sendable {
        case ended(Result<Void, any Error>)
        case timedOut
    }

    private enum End {
        case ended(Result<Void, any Error>)
        case hang(isAbandoned: Bool)
    }

    let timeout: Duration
    let clock: any Clock<Duration>
    let body: @Sendable (FaultRun<Target>) async throws -> Void

    /// The run without a fault, and the calls that it made.
    func faultFreeRun() async throws(TestKitError) -> (run: FaultRun<Target>, calls: [Call]) {
        guard let (run, end) = await self.run(place: nil) else {
            throw TestKitError(.sweepCancelled, "The task of the sweep was cancelled during the run without a fault.")
        }
        switch end {
        case .hang:
            let message = "The body doesn't end within \(timeout), even without a fault. Check what it waits for."
            throw TestKitError(.failsWithoutFault, message)
        case .ended(.failure(let error)):
            let message = "The body fails even without a fault. Make the responses such that it succeeds."
            throw TestKitError(.failsWithoutFault, "\(message) It threw \(Self.text(of: error))", underlying: error)
        case .ended(.success):
            break
        }
        var occurrences: [String: Int] = [:]
        let calls = run.calls.map { target in
            occurrences[target, default: 0] += 1
            return Call(target: target, occurrence: occurrences[target, default: 1])
        }
        guard !calls.isEmpty else {
            throw TestKitError(
                .noCalls,
                "The body makes no call. Make its calls with the provider that it receives."
            )
        }
        return (run, calls)
    }

    /// `nil` if this task was cancelled.
    func outcome(of fault: Fault, at call: Call, after faultFreeRun: FaultRun<Target>) async -> FaultReport.Outcome? {
        let place = FaultRun<Target>.Place(target: call.target, occurrence: call.occurrence, fault: fault)
        guard let (run, end) = await self.run(place: place) else { return nil }
        switch end {
        case .hang(let isAbandoned): return .hang(isAbandoned: isAbandoned)
        case .ended where !run.isFaultUsed: return .notReached
        case .ended(.failure(let error)): return .surfaced(error)
        case .ended(.success):
            let isRecovered = run.isSentAgain(comparedWith: faultFreeRun) || run.isLateResponseAccepted
            return isRecovered ? .recovered : .silentSuccess
        }
    }

    // MARK: - Private

    /// `nil` if this task was cancelled.
    private func run(place: FaultRun<Target>.Place?) async -> (FaultRun<Target>, End)? {
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        let handle = Locked<Task<Void, Never>?>(nil)
        let run = FaultRun<Target>(place: place) { handle.withLock { $0 }?.cancel() }
        async let ticking: Void = run.clock.run()

        // An unstructured task, because the body may ignore cancellation. The gate makes it start only after it can be
        // cancelled.
        let start = SampleGate()
        let task = Task {
            do {
                try? await start.pass()
                try await body(run)
                event.yield(.ended(.success(())))
            } catch {
                event.yield(.ended(.failure(error)))
            }
        }
        handle.withLock { $0 = task }
        start.release()

        var iterator = events.makeAsyncIterator()
        let end = await self.end(of: task, &iterator) { event.yield(.timedOut) }
        run.clock.stop()
        await ticking
        guard let end, !Task.isCancelled else { return nil }
        return (run, end)
    }

    /// `nil` if this task was cancelled.
    private func end(
        of task: Task<Void, Never>,
        _ events: inout AsyncStream<Event>.Iterator,
        onTimeout: @escaping @Sendable () -> Void
    ) async -> End? {
        defer { task.cancel() }
        var isCancelled = false
        while true {
            let timer = Task {
                try await clock.sleep(for: timeout)
                onTimeout()
            }
            defer { timer.cancel() }
            switch await events.next() {
            case .ended(let result)?: return isCancelled ? .hang(isAbandoned: false) : .ended(result)
            case .timedOut? where isCancelled: return .hang(isAbandoned: true)
            case .timedOut?:
                isCancelled = true
                task.cancel()
            case nil: return nil
            }
        }
    }

    /// The texts of other errors may contain secrets.
    private static func text(of error: any Error) -> String {
        (error as? TernError)?.description ?? "\(type(of: error))."
    }
}
