import CTernHooks
import Dispatch

/// The main actor's executor once there is a scheduler: a job of a scheduler's runs in its turn, every other as before.
/// All run on the main queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class MainActorExecutor: SerialExecutor {
    /// A process has one main actor, and it keeps nothing of a scheduler's.
    static let shared = MainActorExecutor()
    // Unsafe only by its type: both of its words stay what they are, and what they point to is there for ever.
    nonisolated(unsafe) static let reference = unsafeBitCast(shared.asUnownedSerialExecutor(), to: tern_executor.self)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let core = JobOwners.owner(of: unsafeBitCast(job, to: UnsafeMutableRawPointer.self)) {
            core.take(job, isMain: true)
        } else {
            DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(.main))
    }
}
