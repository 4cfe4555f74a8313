/// The connections of each host, and the exchanges that use them or wait for them.
struct HostConnections: Sendable {
    enum Admission: Sendable, Hashable {
        /// The exchange uses a new connection.
        case new
        /// The exchange uses a connection that an earlier exchange has used.
        case reused
    }

    private struct Host {
        /// The number of connections that are open or being opened, including idle connections.
        var connections = 0
        var idle = 0
        var waiting: [Int] = []
    }

    private let limit: Int
    private var hosts: [String: Host] = [:]
    private var exchanges: [Int: (host: String, admission: Admission?)] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: The admission. `nil` if the exchange waits for a connection.
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
            host.waiting.append(id)
        }
        hosts[name] = host
        exchanges[id] = (name, admission)
        return admission
    }

    func admission(of id: Int) -> Admission? { exchanges[id]?.admission }

    /// Ends an exchange, or stops its wait for a connection.
    ///
    /// - Parameter keepsConnection: Whether another exchange can use its connection.
    /// - Returns: The waiting exchange that is admitted instead. `nil` if no exchange waits.
    mutating func leave(_ id: Int, keepsConnection: Bool) -> Int? {
        guard let exchange = exchanges.removeValue(forKey: id), var host = hosts[exchange.host] else { return nil }
        defer { hosts[exchange.host] = host }
        guard exchange.admission != nil else {
            host.waiting.removeAll { $0 == id }
            return nil
        }
        guard !host.waiting.isEmpty else {
            if keepsConnection { host.idle += 1 } else { host.connections -= 1 }
            return nil
        }
        let next = host.waiting.removeFirst()
        exchanges[next]?.admission = keepsConnection ? .reused : .new
        return next
    }
}
