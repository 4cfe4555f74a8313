/// Timers in the order of their times. Timers with the same time are in the order in which they were added.
struct Timers: Sendable {
    private var times: [Int: Duration] = [:]
    private var queues: [Duration: ReadyQueue<Int>] = [:]
    /// The times, latest first. The next time is the last element.
    private var order: [Duration] = []

    var isEmpty: Bool { times.isEmpty }
    var count: Int { times.count }
    /// The time of the next timers.
    var next: Duration? { order.last }
    var nextID: Int? { nextID(at: 0) }

    /// - Parameter index: Less than ``nextCount``.
    func nextID(at index: Int) -> Int? { next.flatMap { queues[$0]?[index] } }

    func time(of id: Int) -> Duration? { times[id] }

    mutating func add(_ id: Int, at time: Duration) {
        times[id] = time
        if queues[time] == nil {
            order.insert(time, at: place(of: time))
        }
        queues[time, default: ReadyQueue()].append(id)
    }

    /// - Returns: Whether the timer existed.
    mutating func remove(_ id: Int) -> Bool {
        guard let time = times.removeValue(forKey: id) else { return false }
        if let index = queues[time]?.firstIndex(where: { $0 == id }) { _ = queues[time]?.remove(at: index) }
        dropIfEmpty(time)
        return true
    }

    /// The number of timers at the next time.
    var nextCount: Int { next.flatMap { queues[$0]?.count } ?? 0 }

    /// Removes one of the timers at the next time.
    ///
    /// - Parameter index: Less than ``nextCount``.
    mutating func popNext(at index: Int) -> Int? {
        guard let time = next, let id = queues[time]?.remove(at: index) else { return nil }
        times[id] = nil
        dropIfEmpty(time)
        return id
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
