import Tern

/// The state of a host in a ``HostTable``.
protocol HostState: Sendable {
    /// Whether calls use the state, so that it must not be removed.
    var isInUse: Bool { get }
}

/// A state for each host. The number of hosts is limited. Above the limit, the least recently used host that isn't in
/// use is removed.
struct HostTable<State: HostState>: Sendable {
    private struct Entry {
        var state: State
        var lastUse: Int
    }

    private let maximumCount: Int
    private let make: @Sendable (_ firstTicket: Int) -> State
    private var entries: [Origin: Entry] = [:]
    private var uses = 0

    /// - Parameter make: Creates the state of a host that isn't in the table. Receives a number that is larger than the
    ///   tickets of all removed states, if a state issues at most one ticket in each use.
    init(maximumCount: Int, make: @escaping @Sendable (_ firstTicket: Int) -> State) {
        self.maximumCount = max(1, maximumCount)
        self.make = make
    }

    var count: Int { entries.count }

    /// Reads or changes the state of a host.
    mutating func with<Result>(_ host: Origin, _ body: (inout State) -> Result) -> Result {
        uses += 1
        if let index = entries.index(forKey: host) {
            entries.values[index].lastUse = uses
            return body(&entries.values[index].state)
        }
        forgetOldHosts()
        var entry = Entry(state: make(uses), lastUse: uses)
        defer { entries[host] = entry }
        return body(&entry.state)
    }

    /// Removes hosts, so that one host can be added.
    private mutating func forgetOldHosts() {
        while entries.count >= maximumCount {
            let unused = entries.lazy.filter { !$0.value.state.isInUse }
            guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            entries[oldest.key] = nil
        }
    }
}

extension Response {
    /// Whether this origin has sent the response, not one to which it has redirected the request. `true` without a URL.
    func isSent(by origin: Origin) -> Bool { url.map { Origin($0) == origin } ?? true }
}
