import CTernHooks
import Dispatch

/// The executor of the main actor once a scheduler exists. A job that a scheduler owns runs when the scheduler selects
/// it; every other job runs as before. All of them run on the main queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class MainActorExecutor: SerialExecutor {
    /// One for the process, which has one main actor. It stores nothing about schedulers.
    static let shared = MainActorExecutor()
    // Unsafe only by its type: both of its words are constant, and they point to objects that are never released.
    nonisolated(unsafe) static let reference = unsafeBitCast(shared.asUnownedSerialExecutor(), to: tern_executor.self)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let core = JobOwners.owner(of: unsafeBitCast(job, to: UnsafeMutableRawPointer.self)) {
            core.take(ScheduledJob(job, for: .mainActor))
        } else {
            DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(.main))
    }
}
