/// The connections, transfers and packet losses of a link. A pure value: it receives the time and events, and returns
/// durations and the exchanges to wake.
struct LinkTraffic: Sendable {
    enum Direction: Sendable {
        case up
        case down
    }

    /// The rest of a transfer.
    struct Remainder: Sendable {
        /// The duration until the transfer is complete, if no other transfer starts or is cancelled before that.
        let duration: Duration
        /// The time at the end of the duration.
        let end: Duration
        /// Whether other transfers share the bandwidth.
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

    /// Begins an exchange with a host. Without an admission, the exchange waits for a connection.
    mutating func begin(with host: String) -> (id: Int, admission: HostConnections.Admission?) {
        lastID += 1
        losses[lastID] = PacketLoss(probability: loss, seed: seed, exchange: lastID)
        return (lastID, hosts.enter(lastID, to: host))
    }

    func admission(of id: Int) -> HostConnections.Admission? { hosts.admission(of: id) }

    /// The number of times that the next packet of an exchange is lost.
    mutating func losses(of id: Int) -> Int { losses[id]?.losses() ?? 0 }

    /// Starts the transfer of these bytes, or of the first part of them, up to the next lost packet.
    ///
    /// - Returns: The number of bytes that are transferred, and the number of times that the last packet is lost.
    mutating func start(_ bytes: Int, _ direction: Direction, of id: Int, at now: Duration) -> (bytes: Int, losses: Int)
    {
        let run = losses[id]?.run(of: bytes) ?? (bytes: bytes, losses: 0)
        change(direction) { $0.start(id, bytes: run.bytes, at: now) }
        return run
    }

    /// The rest of a transfer. Ends the transfer and returns `nil` if it is complete.
    mutating func remainder(_ direction: Direction, of id: Int, at now: Duration) -> Remainder? {
        change(direction) { share in
            guard let duration = share.remainder(of: id, at: now) else {
                share.end(id, at: now)
                return nil
            }
            return Remainder(duration: duration, end: share.time + duration, isShared: share.ids.count > 1)
        }
    }

    /// Ends an exchange in any state.
    ///
    /// - Returns: The exchanges to wake, because they have more bandwidth or a connection now.
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
