/// A number of permits, and the calls that wait for one: higher priorities first, in the order of arrival within each.
///
/// A permit that is given back passes directly to the next call, so that no later call can take it first.
struct PermitQueue<Waiter: Sendable>: HostState {
    /// The result of a call's request for a permit.
    enum Admission: Equatable {
        case granted
        case queued(ticket: Int)
        /// The queue is full.
        case refused
    }

    /// What a call that has a ticket has to do.
    enum Suspension: Equatable {
        /// Wait until its waiter is resumed with a permit.
        case suspended
        /// Go on with its permit.
        case granted
        /// Go on without a permit.
        case cancelled
    }

    private struct Place {
        let priority: CallPriority
        let ticket: Int
        /// `nil` until the call has suspended.
        var waiter: Waiter?

        /// Whether this place is further from a permit.
        func isBehind(_ other: Place) -> Bool {
            priority == other.priority ? ticket > other.ticket : priority < other.priority
        }
    }

    private let maximumQueued: Int
    private var nextTicket: Int
    private var available: Int
    private var inUse = 0
    /// The calls without a permit. The last one gets the next permit.
    private var queue: [Place] = []
    /// The calls that got a permit before they suspended.
    private var granted: Set<Int> = []

    /// - Parameters:
    ///   - maximum: The number of permits, at least 1.
    ///   - maximumQueued: The number of calls that can wait.
    ///   - firstTicket: The ticket of the first call that waits.
    init(maximum: Int, maximumQueued: Int, firstTicket: Int = 1) {
        available = max(1, maximum)
        self.maximumQueued = max(0, maximumQueued)
        nextTicket = firstTicket
    }

    var isInUse: Bool { inUse > 0 || !queue.isEmpty }

    /// A call asks for a permit.
    mutating func request(_ priority: CallPriority) -> Admission {
        if available > 0 {
            // No call waits while there is a permit.
            available -= 1
            inUse += 1
            return .granted
        }
        guard queue.count < maximumQueued else { return .refused }
        let place = Place(priority: priority, ticket: nextTicket)
        nextTicket += 1
        queue.insert(place, at: index { !$0.isBehind(place) })
        return .queued(ticket: place.ticket)
    }

    /// A call with a ticket suspends, unless it has a permit or was cancelled meanwhile.
    mutating func suspend(_ ticket: Int, _ waiter: Waiter) -> Suspension {
        if granted.remove(ticket) != nil { return .granted }
        guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else { return .cancelled }
        queue[index].waiter = waiter
        return .suspended
    }

    /// A call gives its permit back.
    ///
    /// - Returns: The waiter of the call that has the permit now. It has to be resumed.
    mutating func release() -> Waiter? {
        guard let next = queue.popLast() else {
            inUse -= 1
            available += 1
            return nil
        }
        if next.waiter == nil { granted.insert(next.ticket) }
        return next.waiter
    }

    /// A call is cancelled. It leaves the queue at once. A call that has a permit already keeps it.
    ///
    /// - Returns: The waiter of the call, if it is suspended. It has to be resumed.
    mutating func cancel(_ ticket: Int) -> Waiter? {
        guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return queue.remove(at: index).waiter
    }

    // MARK: - Private

    /// The first index from which on the condition holds.
    private func index(where condition: (Place) -> Bool) -> Int {
        var (low, high) = (0, queue.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(queue[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
