import Tern

/// Pictures that are loaded into memory ahead of their use. The loads stop when this object is released.
///
/// ```swift
/// prefetch = images.prefetch(nextPage.map(\.pictureURL))      // replaces and stops the previous one
/// ```
///
/// A load of the same picture shares the work, and continues when the prefetch stops.
public final class ImagePrefetch<Value: Sendable>: Sendable {
    private let tasks: [ImageTask<Value>]

    /// - Parameter tasks: The loads to cancel when this object is released.
    public init(_ tasks: [ImageTask<Value>]) {
        self.tasks = tasks
    }

    deinit {
        cancel()
    }

    /// Cancels the loads that have not ended.
    public func cancel() {
        for task in tasks { task.cancel() }
    }

    /// Waits until all loads have ended, and returns the number of pictures that were loaded. The others failed or were
    /// cancelled.
    @discardableResult
    public func finished() async -> Int {
        var count = 0
        for task in tasks {
            if case .success = await task.result { count += 1 }
        }
        return count
    }
}
