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
    /// The host that was used last, since most calls use the same one.
    private var last: (host: Origin, index: [Origin: Entry].Index)?

    /// - Parameter make: Creates the state of a host that isn't in the table. Receives a number that is larger than the
    ///   tickets of all removed states, if a state issues at most one ticket in each use.
    init(maximumCount: Int, make: @escaping @Sendable (_ firstTicket: Int) -> State) {
        self.maximumCount = max(1, maximumCount)
        self.make = make
    }

    var count: Int { entries.count }

    /// The host of a URL.
    func host(ofURL url: String) -> Origin {
        if let last, last.host.isWritten(in: url) { return last.host }
        return Origin(ofURL: url)
    }

    /// Reads or changes the state of a host.
    mutating func with<Result>(_ host: Origin, _ body: (inout State) -> Result) -> Result {
        uses += 1
        if let index = index(of: host) {
            entries.values[index].lastUse = uses
            return body(&entries.values[index].state)
        }
        last = nil
        forgetOldHosts()
        var entry = Entry(state: make(uses), lastUse: uses)
        defer { entries[host] = entry }
        return body(&entry.state)
    }

    private mutating func index(of host: Origin) -> [Origin: Entry].Index? {
        if let last, last.host == host { return last.index }
        guard let index = entries.index(forKey: host) else { return nil }
        last = (host, index)
        return index
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
