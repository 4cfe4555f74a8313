/// Delivers items one at a time and in order, whichever threads add them.
///
/// A thread that adds an item while another thread delivers leaves its item to that thread. So no handler runs twice at
/// the same time, and no lock is held while it runs.
package struct SerialDelivery<State: Sendable, Item: Sendable>: Sendable {
    /// Runs a closure elsewhere, after the closures that it received before.
    package typealias Run = @Sendable (_ delivery: @escaping @Sendable () -> Void) -> Void

    private struct Contents: Sendable {
        var state: State
        /// Whether a thread delivers, or a delivery waits in ``run``.
        var isDelivering = false
        /// The callers of ``finish()``.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let contents: Locked<Contents>
    private let run: Run?
    private let take: @Sendable (inout State) -> Item?
    private let deliver: @Sendable (Item) -> Void

    /// - Parameters:
    ///   - state: What is delivered next.
    ///   - run: Runs each delivery, for example on a queue. `nil`, the default, for the thread that adds an item.
    ///   - take: Removes the next item from the state. `nil` if there is none.
    ///   - deliver: Receives each item.
    package init(
        _ state: State,
        on run: Run? = nil,
        take: @escaping @Sendable (inout State) -> Item?,
        deliver: @escaping @Sendable (Item) -> Void
    ) {
        contents = Locked(Contents(state: state))
        self.run = run
        self.take = take
        self.deliver = deliver
    }

    package var state: State { contents.withLock(\.state) }

    /// Changes the state, and delivers the items that it then has.
    package func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, isFirst) = contents.withLock { contents in
            let result = change(&contents.state)
            defer { contents.isDelivering = true }
            return (result, !contents.isDelivering)
        }
        guard isFirst else { return result }
        if let run {
            deliverNext(on: run)
        } else {
            while let item = next() { deliver(item) }
        }
        return result
    }

    /// Returns when no thread delivers.
    package func finish() async {
        await withCheckedContinuation { continuation in
            let isIdle = contents.withLock { contents in
                if contents.isDelivering { contents.waiting.append(continuation) }
                return !contents.isDelivering
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: - Private

    /// Delivers one item in each run, so that other work of a queue comes between two items.
    private func deliverNext(on run: @escaping Run) {
        run {
            guard let item = next() else { return }
            deliver(item)
            deliverNext(on: run)
        }
    }

    /// The next item. Without one, the thread no longer delivers.
    private func next() -> Item? {
        let (item, waiting) = contents.withLock { contents in
            if let item = take(&contents.state) { return (item as Item?, [CheckedContinuation<Void, Never>]()) }
            contents.isDelivering = false
            defer { contents.waiting = [] }
            return (nil, contents.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return item
    }
}
