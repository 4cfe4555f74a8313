import Tern

/// Pictures that are loaded into memory before they are needed. The loads stop when this object is released.
///
/// ```swift
/// prefetch = images.prefetch(nextPage.map(\.pictureURL))      // replaces and stops the previous one
/// ```
///
/// A load of the same picture shares the work, and continues when the prefetch stops. The object doesn't keep pictures
/// itself.
public final class ImagePrefetch<Value: Sendable>: Sendable {
    private struct Load {
        /// `nil` after the end, since the task would keep its picture beyond the limits of the memory cache.
        var task: ImageTask<Value>?
        var hasPicture = false
    }

    private let loads: Locked<[Load]>

    /// - Parameter tasks: The loads to cancel when this object is released.
    public init(_ tasks: [ImageTask<Value>]) {
        loads = Locked(tasks.map { Load(task: $0) })
        for (index, task) in tasks.enumerated() {
            task.onEnd { [loads] result in
                let hasPicture = if case .success = result { true } else { false }
                // The task is released after the lock has been released.
                _ = loads.withLock { loads in
                    loads[index].hasPicture = hasPicture
                    return loads[index].task.take()
                }
            }
        }
    }

    deinit {
        cancel()
    }

    /// Cancels the loads that have not ended.
    public func cancel() {
        for load in loads.withLock(\.self) { load.task?.cancel() }
    }

    /// Waits until all loads have ended, and returns the number of pictures that were loaded. All other loads failed or
    /// were cancelled. If the waiting task is cancelled, the loads are cancelled, too.
    @discardableResult
    public func finished() async -> Int {
        var count = 0
        for load in loads.withLock(\.self) {
            if let task = load.task {
                if case .success = await task.result { count += 1 }
            } else if load.hasPicture {
                count += 1
            }
        }
        return count
    }
}
