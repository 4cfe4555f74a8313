import Tern

/// Holds the load of the picture that a view shows. The view owns its slot, so no other object needs a table of views
/// and loads.
///
/// Setting a new load cancels the previous one, so the view shows the latest picture. Releasing the slot cancels its
/// load. The slot doesn't keep the picture of a load that has ended: only the view and the memory cache keep it.
public final class ImageSlot<Value: Sendable>: Sendable {
    private struct Current: Sendable {
        weak var task: ImageTask<Value>?
        /// Keeps the task until the end of its load.
        var running: ImageTask<Value>?
    }

    private let current = Locked(Current())

    /// Creates a slot without a load.
    public init() {}

    deinit {
        cancel()
    }

    /// The latest load. `nil` before the first load, after ``cancel()``, and when the load has ended and its picture was
    /// shown, unless another object keeps the load.
    public var task: ImageTask<Value>? { current.withLock(\.task) }

    /// Cancels the load, for example when a cell is reused. Its picture isn't shown any more.
    public func cancel() {
        replace(with: nil)
    }

    /// Sets the latest load, and cancels the previous one.
    public func replace(with task: ImageTask<Value>?) {
        let previous = current.withLock { current in
            defer { current = Current(task: task, running: task) }
            return current.task
        }
        if previous !== task { previous?.cancel() }
        task?.onEnd { [current, weak task] _ in
            // The task is released after the lock has been released.
            _ = current.withLock { $0.task === task ? $0.running.take() : nil }
        }
    }
}
