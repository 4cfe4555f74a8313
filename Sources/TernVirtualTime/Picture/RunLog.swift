/// The latest steps of a run, for a picture of it. The number of steps is limited. Older steps are removed and counted.
struct RunLog: Sendable {
    enum Kind: Sendable {
        /// The task ran this number of times consecutively.
        case ran(isOnMainActor: Bool, count: Int)
        case sleeps
        /// The task waits for other tasks, or for code outside of the scheduler.
        case waits
        /// The task waits for a continuation.
        case suspended
        /// An event of a call. The task is the one in which the event took place.
        indirect case call(CallID, CallEvent)
        case ended
    }

    struct Entry: Sendable {
        let time: Duration
        /// The number of the task in its run. 0 for other code.
        let task: Int
        var kind: Kind
    }

    /// The number of entries that are kept.
    static let limit = 2_000

    /// The number of entries that were lost.
    private(set) var lost = 0
    private var ring: [Entry] = []
    /// The index of the oldest entry once the ring is full.
    private var oldest = 0

    /// The entries in the order in which they were added.
    var entries: [Entry] { Array(ring[oldest...] + ring[..<oldest]) }

    /// The requests without a complete response, by the numbers of the tasks that sent them. The first one of each task.
    var openRequests: [Int: String] {
        var open: [CallID: (index: Int, task: Int, request: any CustomStringConvertible)] = [:]
        for (index, entry) in entries.enumerated() {
            guard case .call(let call, let event) = entry.kind else { continue }
            switch event {
            case .sent(let request): open[call] = (index, entry.task, request)
            case .failed, .ended: open[call] = nil
            case .responded, .other: break
            }
        }
        let calls = open.values.sorted { $0.index < $1.index }
        return Dictionary(calls.map { ($0.task, "\($0.request)") }) { first, _ in first }
    }

    mutating func add(_ kind: Kind, task: Int, at time: Duration) {
        let entry = Entry(time: time, task: task, kind: kind)
        if repeatsLast(entry) { return }
        guard ring.count == Self.limit else { return ring.append(entry) }
        ring[oldest] = entry
        oldest = (oldest + 1) % Self.limit
        lost += 1
    }

    /// Counts repeated runs of a task as one entry, even if the task waits for a continuation in between, as in
    /// `Task.yield`.
    private mutating func repeatsLast(_ entry: Entry) -> Bool {
        guard let last = index(back: 1), ring[last].task == entry.task, ring[last].time == entry.time else {
            return false
        }
        switch (entry.kind, ring[last].kind) {
        case (.suspended, .suspended): return true
        case (.ran, .ran): return count(entry, at: last)
        case (.ran, .suspended): return index(back: 2).map { count(entry, at: $0) } ?? false
        default: return false
        }
    }

    private mutating func count(_ entry: Entry, at index: Int) -> Bool {
        guard case .ran(let isOnMainActor, _) = entry.kind,
            case .ran(isOnMainActor, let count) = ring[index].kind,
            ring[index].task == entry.task, ring[index].time == entry.time
        else { return false }
        ring[index].kind = .ran(isOnMainActor: isOnMainActor, count: count + 1)
        return true
    }

    /// The index of the last entry, or of the entry before it.
    private func index(back: Int) -> Int? {
        ring.count < back ? nil : (oldest + ring.count - back) % ring.count
    }
}
