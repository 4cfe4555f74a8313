/// All that moves on a link: connections, transfers, losses. Pure: it is told the time, and what happens, and says how
/// long that takes and who has to look again.
struct LinkTraffic: Sendable {
    enum Direction: Sendable {
        case up
        case down
    }

    /// The way that a transfer has still to go.
    struct Remainder: Sendable {
        /// If nothing else begins or is given up before that.
        let duration: Duration
        /// When that is over.
        let end: Duration
        /// Whether others would be faster if it weren't there, and it without them.
        let isShared: Bool
    }

    private var up: FairShare
    private var down: FairShare
    private var hosts: HostConnections
    private var losses: [Int: PacketLoss] = [:]
    private var lastID = 0
    private let loss: Double
    private let seed: UInt64

    init(_ profile: VirtualLink.Profile, seed: UInt64) {
        up = FairShare(bytesPerSecond: profile.upBytesPerSecond)
        down = FairShare(bytesPerSecond: profile.downBytesPerSecond)
        hosts = HostConnections(limit: profile.connectionsPerHost)
        loss = profile.loss
        self.seed = seed
    }

    /// A new exchange with a host. It has no connection yet if it isn't admitted.
    mutating func begin(with host: String) -> (id: Int, admission: HostConnections.Admission?) {
        lastID += 1
        losses[lastID] = PacketLoss(probability: loss, seed: seed, exchange: lastID)
        return (lastID, hosts.enter(lastID, to: host))
    }

    func admission(of id: Int) -> HostConnections.Admission? { hosts.admission(of: id) }

    /// How often a packet of an exchange is lost.
    mutating func losses(of id: Int) -> Int { losses[id]?.losses() ?? 0 }

    /// Starts the transfer of so many bytes, or of those of them that come before the next loss.
    ///
    /// - Returns: How many these are, and how often the last packet is lost then.
    mutating func start(_ bytes: Int, _ direction: Direction, of id: Int, at now: Duration) -> (bytes: Int, losses: Int)
    {
        let run = losses[id]?.run(of: bytes) ?? (bytes: bytes, losses: 0)
        change(direction) { $0.start(id, bytes: run.bytes, at: now) }
        return run
    }

    /// `nil` once it is done, and ended.
    mutating func remainder(_ direction: Direction, of id: Int, at now: Duration) -> Remainder? {
        change(direction) { share in
            guard let duration = share.remainder(of: id, at: now) else {
                share.end(id, at: now)
                return nil
            }
            return Remainder(duration: duration, end: share.time + duration, isShared: share.ids.count > 1)
        }
    }

    /// Ends an exchange, wherever it is.
    ///
    /// - Returns: Who has to look again, since they are faster now or have a connection.
    mutating func end(_ id: Int, keepsConnection: Bool, at now: Duration) -> [Int] {
        losses[id] = nil
        var woken: [Int] = []
        for direction in [Direction.up, .down] {
            woken += change(direction) { $0.end(id, at: now) ? $0.ids : [] }
        }
        if let next = hosts.leave(id, keepsConnection: keepsConnection) { woken.append(next) }
        return woken
    }

    // MARK: - Private

    private mutating func change<Result>(_ direction: Direction, _ body: (inout FairShare) -> Result) -> Result {
        switch direction {
        case .up: body(&up)
        case .down: body(&down)
        }
    }
}
