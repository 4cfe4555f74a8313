/// What is to happen at some time, in the order of (time, number).
struct Timers: Sendable {
    private var times: [Int: Duration] = [:]
    private var lines: [Duration: Line<Int>] = [:]
    /// Of the lines; the next one is the last.
    private var order: [Duration] = []

    var isEmpty: Bool { times.isEmpty }
    /// When the next one is due.
    var next: Duration? { order.last }
    var nextID: Int? { next.flatMap { lines[$0]?[0] } }

    func time(of id: Int) -> Duration? { times[id] }

    mutating func add(_ id: Int, at time: Duration) {
        times[id] = time
        if lines[time] == nil {
            order.insert(time, at: place(of: time))
        }
        lines[time, default: Line()].append(id)
    }

    /// - Returns: Whether it was there.
    mutating func remove(_ id: Int) -> Bool {
        guard let time = times.removeValue(forKey: id) else { return false }
        if let index = lines[time]?.firstIndex(where: { $0 == id }) { _ = lines[time]?.remove(at: index) }
        dropIfEmpty(time)
        return true
    }

    /// How many are next.
    var nextCount: Int { next.flatMap { lines[$0]?.count } ?? 0 }

    /// Takes one of those that are next.
    ///
    /// - Parameter index: Less than ``nextCount``.
    mutating func popNext(at index: Int) -> Int? {
        guard let time = next, let id = lines[time]?.remove(at: index) else { return nil }
        times[id] = nil
        dropIfEmpty(time)
        return id
    }

    private mutating func dropIfEmpty(_ time: Duration) {
        guard lines[time]?.isEmpty == true else { return }
        lines[time] = nil
        order.remove(at: place(of: time))
    }

    /// Where a time stands, or would stand, among the later and the earlier ones.
    private func place(of time: Duration) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] > time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
