import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Waits for a time as a timer does: if it is now, for its turn, after all that is ready. Doesn't wait if it is over.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the scheduler is gone.
    func turn(at time: Duration) async throws {
        try Task.checkCancellation()
        guard time >= now else { return }
        let (id, who) = (newID(), Self.nameOfTask)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isAsleep = change { state in
                    if Task.isCancelled || state.isClosed { return false }
                    state.sleepers[id] = Sleeper(who: who, alarm: .resume(continuation))
                    state.agenda.addTimer(id, at: time)
                    return true
                }
                if !isAsleep { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = change { state in
                state.agenda.removeTimer(id) ? state.sleepers.removeValue(forKey: id) : nil
            }
            sleeper?.cancel()
        }
    }
}
