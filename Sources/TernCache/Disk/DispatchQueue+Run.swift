import Dispatch

extension DispatchQueue {
    /// Does work that may wait for a disk, which neither the main thread nor Swift's few threads should.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in async { done.resume(returning: work()) } }
    }
}
