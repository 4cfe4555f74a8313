/// Calls that wait in order. Each call has a ticket; a larger ticket is a later place. All operations take constant
/// time, on average.
///
/// A waiter is what resumes a call. A call has one only while it is suspended.
package struct WaitQueue<Waiter: Sendable>: Sendable {
    private enum Place: Sendable {
        case taken(Waiter?)
        case left
    }

    /// From the place `head` on, the places of the tickets from `firstTicket` on. The first of them is taken.
    private var places: [Place] = []
    private var head = 0
    private var firstTicket: Int

    /// The number of calls.
    package private(set) var count = 0

    /// - Parameter firstTicket: The ticket of the first call.
    package init(firstTicket: Int = 1) {
        self.firstTicket = firstTicket
    }

    package var isEmpty: Bool { count == 0 }

    /// The ticket of the call at the head. `nil` if the queue is empty.
    package var first: Int? { isEmpty ? nil : firstTicket }

    /// Adds a call at the end.
    package mutating func append(_ waiter: Waiter? = nil) -> Int {
        places.append(.taken(waiter))
        count += 1
        return firstTicket + places.count - head - 1
    }

    package func contains(_ ticket: Int) -> Bool {
        guard let index = index(of: ticket), case .taken = places[index] else { return false }
        return true
    }

    /// Sets the waiter of a call, which suspends.
    package mutating func suspend(_ ticket: Int, _ waiter: Waiter) {
        if contains(ticket), let index = index(of: ticket) { places[index] = .taken(waiter) }
    }

    /// The waiter of a call, which is to be resumed. `nil` if the call isn't suspended.
    package mutating func resume(_ ticket: Int) -> Waiter? {
        guard let index = index(of: ticket), case .taken(let waiter?) = places[index] else { return nil }
        places[index] = .taken(nil)
        return waiter
    }

    /// Removes a call, wherever it is. Does nothing if it has left already.
    ///
    /// - Returns: Whether it was there, and its waiter.
    @discardableResult
    package mutating func remove(_ ticket: Int) -> (wasThere: Bool, waiter: Waiter?) {
        guard let index = index(of: ticket), case .taken(let waiter) = places[index] else { return (false, nil) }
        places[index] = .left
        count -= 1
        dropLeftPlaces()
        return (true, waiter)
    }

    /// Removes the call at the head.
    package mutating func removeFirst() -> Waiter? {
        first.flatMap { remove($0).waiter }
    }

    // MARK: - Private

    private func index(of ticket: Int) -> Int? {
        let index = head + ticket - firstTicket
        return ticket >= firstTicket && index < places.count ? index : nil
    }

    /// Moves the head to the first place that is taken.
    private mutating func dropLeftPlaces() {
        while head < places.count, case .left = places[head] {
            head += 1
            firstTicket += 1
        }
        // Moving half of the places for as many removed ones is constant time for each.
        if head > 32, head * 2 > places.count {
            places.removeFirst(head)
            head = 0
        }
    }
}
