/// Timers in the order of their times. Timers with the same time are in the order in which they were added.
struct Timers: Sendable {
    struct Timer: Sendable {
        let time: Duration
        /// The task that has set the timer.
        let task: Int
        /// Whether the task is a background task.
        let isBackground: Bool
    }

    private var timers: [Int: Timer] = [:]
    private var backgroundCount = 0
    private var queues: [Duration: ReadyQueue<Int>] = [:]
    /// The times, latest first. The next time is the last element.
    private var order: [Duration] = []

    /// Whether all timers are those of background tasks.
    var areAllBackground: Bool { timers.count == backgroundCount }
    /// The time of the next timers.
    var next: Duration? { order.last }
    var nextID: Int? { nextID(at: 0) }

    /// - Parameter index: Less than ``nextCount``.
    func nextID(at index: Int) -> Int? { next.flatMap { queues[$0]?[index] } }

    /// - Parameter index: Less than ``nextCount``.
    func nextTask(at index: Int) -> Int? { nextID(at: index).flatMap { timers[$0]?.task } }

    func time(of id: Int) -> Duration? { timers[id]?.time }

    mutating func add(_ id: Int, _ timer: Timer) {
        timers[id] = timer
        if timer.isBackground { backgroundCount += 1 }
        if queues[timer.time] == nil { order.insert(timer.time, at: place(of: timer.time)) }
        queues[timer.time, default: ReadyQueue()].append(id)
    }

    /// - Returns: Whether the timer existed.
    mutating func remove(_ id: Int) -> Bool {
        guard let time = forget(id)?.time else { return false }
        if let index = queues[time]?.firstIndex(where: { $0 == id }) { _ = queues[time]?.remove(at: index) }
        dropIfEmpty(time)
        return true
    }

    /// The number of timers at the next time.
    var nextCount: Int { next.flatMap { queues[$0]?.count } ?? 0 }

    /// Removes one of the timers at the next time.
    ///
    /// - Parameter index: Less than ``nextCount``.
    mutating func popNext(at index: Int) -> (id: Int, timer: Timer)? {
        guard let time = next, let id = queues[time]?.remove(at: index), let timer = forget(id) else { return nil }
        dropIfEmpty(time)
        return (id, timer)
    }

    // MARK: - Private

    private mutating func forget(_ id: Int) -> Timer? {
        guard let timer = timers.removeValue(forKey: id) else { return nil }
        if timer.isBackground { backgroundCount -= 1 }
        return timer
    }

    private mutating func dropIfEmpty(_ time: Duration) {
        guard queues[time]?.isEmpty == true else { return }
        queues[time] = nil
        order.remove(at: place(of: time))
    }

    /// The index of a time in `order`, or the index at which it would be inserted.
    private func place(of time: Duration) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] > time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
