/// Divides a bandwidth evenly among the transfers that are under way, and knows when each will be done.
///
/// It keeps one number for all of them: the level, which is how much a transfer has got that was there from the
/// beginning. A transfer of n bytes is done once the level has risen by n.
struct FairShare: Sendable {
    private struct Transfer {
        let id: Int
        /// The level at which it is done.
        let end: Double
    }

    private let bytesPerSecond: Double
    private(set) var time: Duration = .zero
    private var level = 0.0
    /// By `end`.
    private var transfers: [Transfer] = []

    init(bytesPerSecond: Int) {
        self.bytesPerSecond = Double(bytesPerSecond)
    }

    /// All transfers, in the order in which they began.
    var ids: [Int] { transfers.map(\.id).sorted() }

    mutating func start(_ id: Int, bytes: Int, at now: Duration) {
        advance(to: now)
        // The level grows for as long as there are transfers, and loses precision by that.
        if transfers.isEmpty { level = 0 }
        let transfer = Transfer(id: id, end: level + Double(bytes))
        let index = transfers.firstIndex { $0.end > transfer.end } ?? transfers.endIndex
        transfers.insert(transfer, at: index)
    }

    /// How long it takes until a transfer is done, if none begins or is given up before that. To the nanosecond; `nil`
    /// once it is done.
    mutating func remainder(of id: Int, at now: Duration) -> Duration? {
        advance(to: now)
        var (level, seconds) = (level, 0.0)
        for (index, transfer) in transfers.enumerated() {
            seconds += cost(from: level, to: transfer.end, sharers: transfers.count - index)
            level = max(level, transfer.end)
            guard transfer.id == id else { continue }
            // Longer than anybody waits; what is left after it is waited for anew.
            let nanoseconds = (min(seconds, 1e9) * 1e9).rounded()
            return nanoseconds > 0 ? .nanoseconds(Int64(nanoseconds)) : nil
        }
        return nil
    }

    /// Ends a transfer, done or not.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func end(_ id: Int, at now: Duration) -> Bool {
        advance(to: now)
        guard let index = transfers.firstIndex(where: { $0.id == id }) else { return false }
        transfers.remove(at: index)
        return true
    }

    // MARK: - Private

    /// Those that are done take no share any more, even if nobody has ended them yet.
    private mutating func advance(to now: Duration) {
        var seconds = max(.zero, now - time) / .seconds(1)
        time = max(time, now)
        for (index, transfer) in transfers.enumerated() where transfer.end > level {
            let sharers = transfers.count - index
            let cost = cost(from: level, to: transfer.end, sharers: sharers)
            guard cost <= seconds else {
                level += seconds * bytesPerSecond / Double(sharers)
                return
            }
            level = transfer.end
            seconds -= cost
        }
    }

    private func cost(from level: Double, to end: Double, sharers: Int) -> Double {
        max(0, end - level) * Double(sharers) / bytesPerSecond
    }
}
