import CTernHooks
import Dispatch

/// The executor of the main actor, installed when the first scheduler is created. A job that a scheduler owns runs when
/// the scheduler selects it. Every other job runs as without this executor. All jobs run on the main queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class MainActorExecutor: SerialExecutor {
    /// The only instance, since a process has one main actor. It stores no state of schedulers.
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
