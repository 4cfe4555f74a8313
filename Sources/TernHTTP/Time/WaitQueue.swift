/// Calls that wait in order. Each call has a ticket; a larger ticket means a later place. All operations take
/// logarithmic time on average. At most half of the places belong to calls that have left.
///
/// A waiter resumes a suspended call. A call has a waiter only while it is suspended.
package struct WaitQueue<Waiter: Sendable>: Sendable {
    private struct Place: Sendable {
        let ticket: Int
        /// `nil` while the call isn't suspended.
        var waiter: Waiter?
        var hasLeft = false
    }

    /// The places in the order of the tickets. The first used place is at `head`; its call hasn't left.
    private var places: [Place] = []
    private var head = 0
    private var nextTicket: Int

    /// The number of calls.
    package private(set) var count = 0

    /// - Parameter firstTicket: The ticket of the first call.
    package init(firstTicket: Int = 1) {
        nextTicket = firstTicket
    }

    package var isEmpty: Bool { count == 0 }

    /// The ticket of the call at the head. `nil` if the queue is empty.
    package var first: Int? { isEmpty ? nil : places[head].ticket }

    /// Adds a call at the end.
    package mutating func append(_ waiter: Waiter? = nil) -> Int {
        defer { nextTicket += 1 }
        places.append(Place(ticket: nextTicket, waiter: waiter))
        count += 1
        return nextTicket
    }

    package func contains(_ ticket: Int) -> Bool { index(of: ticket) != nil }

    /// Sets the waiter of a call that suspends.
    package mutating func suspend(_ ticket: Int, _ waiter: Waiter) {
        if let index = index(of: ticket) { places[index].waiter = waiter }
    }

    /// Removes and returns the waiter of a call, which the caller must resume. `nil` if the call isn't suspended.
    package mutating func resume(_ ticket: Int) -> Waiter? {
        guard let index = index(of: ticket) else { return nil }
        defer { places[index].waiter = nil }
        return places[index].waiter
    }

    /// Removes a call at any position. Does nothing if the call has left already.
    ///
    /// - Returns: Whether the call was in the queue, and its waiter.
    @discardableResult
    package mutating func remove(_ ticket: Int) -> (wasThere: Bool, waiter: Waiter?) {
        guard let index = index(of: ticket) else { return (false, nil) }
        let waiter = places[index].waiter
        places[index].waiter = nil
        places[index].hasLeft = true
        count -= 1
        dropLeftPlaces()
        return (true, waiter)
    }

    /// Removes the call at the head.
    package mutating func removeFirst() -> Waiter? {
        first.flatMap { remove($0).waiter }
    }

    // MARK: - Private

    /// The place of a call that hasn't left, by binary search.
    private func index(of ticket: Int) -> Int? {
        var (low, high) = (head, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low].ticket == ticket && !places[low].hasLeft ? low : nil
    }

    /// Moves the head to the first call that hasn't left, and frees the places of the others.
    private mutating func dropLeftPlaces() {
        while head < places.count, places[head].hasLeft { head += 1 }
        // Each freed place pays for the copy of at most one other place, so the cost per removal is constant.
        if places.count > 32, places.count > 2 * count {
            places = places.filter { !$0.hasLeft }
            head = 0
        }
    }
}
