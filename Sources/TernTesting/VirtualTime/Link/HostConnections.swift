/// Which exchange has a connection to its host, and which one waits for one.
struct HostConnections: Sendable {
    enum Admission: Sendable, Hashable {
        /// By a connection that has to be made.
        case new
        /// By one that served another exchange.
        case reused
    }

    private struct Host {
        /// Made or being made, idle ones among them.
        var connections = 0
        var idle = 0
        var line: [Int] = []
    }

    private let limit: Int
    private var hosts: [String: Host] = [:]
    private var places: [Int: (host: String, admission: Admission?)] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: How it is admitted; `nil` if it stands in line.
    mutating func enter(_ id: Int, to name: String) -> Admission? {
        var host = hosts[name] ?? Host()
        var admission: Admission?
        if host.idle > 0 {
            host.idle -= 1
            admission = .reused
        } else if host.connections < limit {
            host.connections += 1
            admission = .new
        } else {
            host.line.append(id)
        }
        hosts[name] = host
        places[id] = (name, admission)
        return admission
    }

    func admission(of id: Int) -> Admission? { places[id]?.admission }

    /// Ends an exchange, or takes it out of the line.
    ///
    /// - Parameter keepsConnection: Whether its connection can serve another one.
    /// - Returns: Who is admitted in its place.
    mutating func leave(_ id: Int, keepsConnection: Bool) -> Int? {
        guard let place = places.removeValue(forKey: id), var host = hosts[place.host] else { return nil }
        defer { hosts[place.host] = host }
        guard place.admission != nil else {
            host.line.removeAll { $0 == id }
            return nil
        }
        guard !host.line.isEmpty else {
            if keepsConnection { host.idle += 1 } else { host.connections -= 1 }
            return nil
        }
        let next = host.line.removeFirst()
        places[next]?.admission = keepsConnection ? .reused : .new
        return next
    }
}
