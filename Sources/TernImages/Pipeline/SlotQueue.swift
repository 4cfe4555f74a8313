import Tern

/// A number of slots, and the jobs that wait for one: higher priorities first, in the order of arrival within each.
///
/// A slot that is given back passes directly to the next job. Jobs are identified by a number.
struct SlotQueue: Sendable {
    private struct Level {
        let priority: CallPriority
        var queue = WaitQueue<Int>()
    }

    private struct Place {
        var priority: CallPriority
        var ticket: Int
    }

    private var available: Int
    /// In the order of the priorities, the highest last. None is empty.
    private var levels: [Level] = []
    private var places: [Int: Place] = [:]

    /// - Parameter maximum: The number of slots, at least 1.
    init(maximum: Int) {
        available = max(1, maximum)
    }

    /// The number of jobs that wait.
    var waitingCount: Int { places.count }

    /// A job asks for a slot.
    ///
    /// - Returns: Whether it has one now. Otherwise it waits.
    mutating func enter(_ job: Int, _ priority: CallPriority) -> Bool {
        // No job waits while there is a slot.
        if available > 0 {
            available -= 1
            return true
        }
        append(job, priority)
        return false
    }

    /// Moves a job that waits behind all jobs of its new priority. Does nothing if it doesn't wait, or if the priority
    /// is the same.
    mutating func move(_ job: Int, to priority: CallPriority) {
        guard let place = places[job], place.priority != priority else { return }
        leave(job)
        append(job, priority)
    }

    /// Removes a job that waits. Does nothing if it doesn't.
    mutating func leave(_ job: Int) {
        guard let place = places.removeValue(forKey: job) else { return }
        let index = levelIndex(of: place.priority)
        levels[index].queue.remove(place.ticket)
        if levels[index].queue.isEmpty { levels.remove(at: index) }
    }

    /// A slot is given back.
    ///
    /// - Returns: The job that has it now.
    mutating func release() -> Int? {
        guard let index = levels.indices.last, let job = levels[index].queue.removeFirst() else {
            available += 1
            return nil
        }
        places[job] = nil
        if levels[index].queue.isEmpty { levels.remove(at: index) }
        return job
    }

    // MARK: - Private

    private mutating func append(_ job: Int, _ priority: CallPriority) {
        let index = levelIndex(of: priority)
        if index == levels.count || levels[index].priority != priority {
            levels.insert(Level(priority: priority), at: index)
        }
        places[job] = Place(priority: priority, ticket: levels[index].queue.append(job))
    }

    /// The index of the first level that isn't below this priority.
    private func levelIndex(of priority: CallPriority) -> Int {
        var (low, high) = (0, levels.count)
        while low < high {
            let middle = (low + high) / 2
            if levels[middle].priority < priority { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
