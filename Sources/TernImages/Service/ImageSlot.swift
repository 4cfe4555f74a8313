import Tern

/// Holds the load of the picture that a view shows. The view owns its slot, so no other object needs a table of views
/// and loads.
///
/// Setting a new load cancels the previous one, so the view shows the latest picture. Releasing the slot cancels its
/// load.
public final class ImageSlot<Value: Sendable>: Sendable {
    private let current = Locked<ImageTask<Value>?>(nil)

    /// Creates a slot without a load.
    public init() {}

    deinit {
        cancel()
    }

    /// The latest load. `nil` before the first load, and after ``cancel()``.
    public var task: ImageTask<Value>? { current.withLock { $0 } }

    /// Cancels the load, for example when a cell is reused. Its picture isn't shown any more.
    public func cancel() {
        replace(with: nil)
    }

    /// Sets the latest load, and cancels the previous one.
    public func replace(with task: ImageTask<Value>?) {
        let previous = current.withLock { current in
            defer { current = task }
            return current
        }
        if previous !== task { previous?.cancel() }
    }
}
