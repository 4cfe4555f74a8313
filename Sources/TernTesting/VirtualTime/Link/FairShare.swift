/// Divides a bandwidth evenly among the running transfers, and computes when each of them will be complete.
///
/// It needs only one number for all transfers, the level: the number of bytes that a transfer would have received if it
/// had run from the beginning. A transfer of n bytes is complete when the level has increased by n.
struct FairShare: Sendable {
    private struct Transfer {
        let id: Int
        /// The level at which the transfer is complete.
        let end: Double
    }

    private let bytesPerSecond: Double
    private(set) var time: Duration = .zero
    private var level = 0.0
    /// The running transfers, sorted by `end`.
    private var transfers: [Transfer] = []

    init(bytesPerSecond: Int) {
        self.bytesPerSecond = Double(bytesPerSecond)
    }

    /// All transfers, in the order in which they began.
    var ids: [Int] { transfers.map(\.id).sorted() }

    mutating func start(_ id: Int, bytes: Int, at now: Duration) {
        advance(to: now)
        // The level increases while there are transfers, which reduces its precision. It is reset when there are no
        // transfers.
        if transfers.isEmpty { level = 0 }
        let transfer = Transfer(id: id, end: level + Double(bytes))
        let index = transfers.firstIndex { $0.end > transfer.end } ?? transfers.endIndex
        transfers.insert(transfer, at: index)
    }

    /// The duration until a transfer is complete, if no transfer starts or is cancelled before that. Rounded to the
    /// nanosecond; `nil` if the transfer is complete.
    mutating func remainder(of id: Int, at now: Duration) -> Duration? {
        advance(to: now)
        var (level, seconds) = (level, 0.0)
        for (index, transfer) in transfers.enumerated() {
            seconds += cost(from: level, to: transfer.end, sharers: transfers.count - index)
            level = max(level, transfer.end)
            guard transfer.id == id else { continue }
            // A limit of about 30 years. The caller waits again for the rest.
            let nanoseconds = (min(seconds, 1e9) * 1e9).rounded()
            return nanoseconds > 0 ? .nanoseconds(Int64(nanoseconds)) : nil
        }
        return nil
    }

    /// Ends a transfer, even if it isn't complete.
    ///
    /// - Returns: Whether the transfer existed.
    @discardableResult
    mutating func end(_ id: Int, at now: Duration) -> Bool {
        advance(to: now)
        guard let index = transfers.firstIndex(where: { $0.id == id }) else { return false }
        transfers.remove(at: index)
        return true
    }

    // MARK: - Private

    /// Advances the level to the current time. Complete transfers use no bandwidth, even if they have not been ended
    /// yet.
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
