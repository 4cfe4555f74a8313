import Tern

/// A number of permits, and the calls that wait for a permit. Calls with a higher priority come first; calls with the
/// same priority are in the order of arrival.
///
/// A released permit passes directly to the next call, so that no later call can take it first.
struct PermitQueue<Waiter: Sendable>: HostState {
    /// The result of a call's request for a permit.
    enum Admission: Equatable {
        case granted
        case queued(ticket: Int)
        /// The queue is full.
        case refused
    }

    /// The action of a call that has a ticket.
    enum Suspension: Equatable {
        /// The call waits until its waiter is resumed with a permit.
        case suspended
        /// The call continues with its permit.
        case granted
        /// The call continues without a permit.
        case cancelled
    }

    private struct Place {
        let priority: CallOptions.Priority
        let ticket: Int
        /// `nil` until the call has suspended.
        var waiter: Waiter?

        /// Whether this call gets a permit later than the other call.
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
    /// The calls that received a permit before they suspended.
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

    /// Handles a call that requests a permit.
    mutating func request(_ priority: CallOptions.Priority) -> Admission {
        if available > 0 {
            // While a permit is available, no call waits.
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

    /// Suspends a call with a ticket, unless it has received a permit or was cancelled in the meantime.
    mutating func suspend(_ ticket: Int, _ waiter: Waiter) -> Suspension {
        if granted.remove(ticket) != nil { return .granted }
        guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else { return .cancelled }
        queue[index].waiter = waiter
        return .suspended
    }

    /// Releases the permit of a call.
    ///
    /// - Returns: The waiter of the call that has the permit now. The caller must resume it.
    mutating func release() -> Waiter? {
        guard let next = queue.popLast() else {
            inUse -= 1
            available += 1
            return nil
        }
        if next.waiter == nil { granted.insert(next.ticket) }
        return next.waiter
    }

    /// Cancels a call. It leaves the queue at once. A call that already has a permit keeps it.
    ///
    /// - Returns: The waiter of the call, if it is suspended. The caller must resume it.
    mutating func cancel(_ ticket: Int) -> Waiter? {
        guard let index = queue.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return queue.remove(at: index).waiter
    }

    // MARK: - Private

    /// The first index at which the condition holds. It also holds at all later indices.
    private func index(where condition: (Place) -> Bool) -> Int {
        var (low, high) = (0, queue.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(queue[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
