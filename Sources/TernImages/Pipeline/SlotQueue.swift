import Tern

/// A number of slots, and the jobs that wait for a slot. Jobs with a higher priority come first; jobs with the same
/// priority are in the order of arrival.
///
/// A released slot passes directly to the next job. Jobs are identified by a number.
struct SlotQueue: Sendable {
    private struct Level {
        let priority: CallOptions.Priority
        var queue = WaitQueue<Int>()
    }

    private struct Place {
        var priority: CallOptions.Priority
        var ticket: Int
    }

    private var available: Int
    /// The levels in the order of their priorities, the highest last. A level is never empty.
    private var levels: [Level] = []
    private var places: [Int: Place] = [:]

    /// - Parameter maximum: The number of slots, at least 1.
    init(maximum: Int) {
        available = max(1, maximum)
    }

    /// The number of jobs that wait.
    var waitingCount: Int { places.count }

    /// Requests a slot for a job.
    ///
    /// - Returns: Whether the job has a slot now. Otherwise, it waits.
    mutating func enter(_ job: Int, _ priority: CallOptions.Priority) -> Bool {
        // While a slot is available, no job waits.
        if available > 0 {
            available -= 1
            return true
        }
        append(job, priority)
        return false
    }

    /// Moves a waiting job behind all other jobs with its new priority. Does nothing if the job doesn't wait, or if the
    /// priority is the same.
    mutating func move(_ job: Int, to priority: CallOptions.Priority) {
        guard let place = places[job], place.priority != priority else { return }
        leave(job)
        append(job, priority)
    }

    /// Removes a waiting job. Does nothing if the job doesn't wait.
    mutating func leave(_ job: Int) {
        guard let place = places.removeValue(forKey: job) else { return }
        let index = levelIndex(of: place.priority)
        levels[index].queue.remove(place.ticket)
        if levels[index].queue.isEmpty { levels.remove(at: index) }
    }

    /// Releases a slot.
    ///
    /// - Returns: The job that has the slot now. `nil` if no job waits.
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

    private mutating func append(_ job: Int, _ priority: CallOptions.Priority) {
        let index = levelIndex(of: priority)
        if index == levels.count || levels[index].priority != priority {
            levels.insert(Level(priority: priority), at: index)
        }
        places[job] = Place(priority: priority, ticket: levels[index].queue.append(job))
    }

    /// The index of the first level that isn't below this priority.
    private func levelIndex(of priority: CallOptions.Priority) -> Int {
        var (low, high) = (0, levels.count)
        while low < high {
            let middle = (low + high) / 2
            if levels[middle].priority < priority { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
