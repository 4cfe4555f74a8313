import Tern

/// Runs a sweep's body, and gives up on it when it takes too long.
struct FaultRunner<Target: TargetType>: Sendable {
    /// A call of the happy run.
    struct Call: Sendable {
        let target: String
        /// Which of its case it is, from 1.
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

    /// The run without a fault, and its calls.
    func happyRun() async throws(FaultSweepError) -> (run: FaultRun<Target>, calls: [Call]) {
        guard let (run, end) = await self.run(place: nil) else {
            throw FaultSweepError(.cancelled, "The task that sweeps was cancelled in the run without a fault.")
        }
        switch end {
        case .hang:
            throw FaultSweepError(.happyRunFailed, "The body doesn't end within \(timeout), even without a fault.")
        case .ended(.failure(let error)):
            let message = "The body fails even without a fault. Answer its calls so that it succeeds."
            throw FaultSweepError(.happyRunFailed, "\(message) It threw \(Self.text(of: error))", underlying: error)
        case .ended(.success):
            break
        }
        var occurrences: [String: Int] = [:]
        let calls = run.calls.map { target in
            occurrences[target, default: 0] += 1
            return Call(target: target, occurrence: occurrences[target, default: 1])
        }
        guard !calls.isEmpty else {
            throw FaultSweepError(.noCalls, "The body makes no call. Let it call with the provider that it is given.")
        }
        return (run, calls)
    }

    /// `nil` if this task was cancelled.
    func outcome(of fault: Fault, at call: Call, after happy: FaultRun<Target>) async -> FaultReport.Outcome? {
        let place = FaultRun<Target>.Place(target: call.target, occurrence: call.occurrence, fault: fault)
        guard let (run, end) = await self.run(place: place) else { return nil }
        switch end {
        case .hang(let isAbandoned): return .hang(isAbandoned: isAbandoned)
        case .ended where !run.isFaultUsed: return .notReached
        case .ended(.failure(let error)): return .surfaced(error)
        case .ended(.success):
            let isRecovered = run.isSentAgain(comparedWith: happy) || run.isLateAnswerAccepted
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

        // Not structured, since it may not heed its cancellation. It starts when it can be cancelled.
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

    /// The texts of other errors may have secrets.
    private static func text(of error: any Error) -> String {
        (error as? TernError)?.description ?? "\(type(of: error))."
    }
}
