/// The bodies that are being stored in one tier, within limits of bytes and number.
///
/// Above a limit, the body that began first is given up: so streams that last for days leave room for other bodies.
struct OpenBodies: Sendable {
    private struct Body: Sendable {
        let number: UInt64
        var bytes = 0
        let giveUp: @Sendable () -> Void
    }

    let maximumBytes: Int
    let maximumCount: Int
    /// In the order in which they began.
    private var bodies: [Body] = []
    private var last: UInt64 = 0
    private(set) var bytes = 0

    init(maximumBytes: Int, maximumCount: Int = .max) {
        self.maximumBytes = maximumBytes
        self.maximumCount = maximumCount
    }

    var count: Int { bodies.count }

    /// Begins a body, and returns its number.
    ///
    /// - Parameter giveUp: Releases the stored part of the body. Called without the lock, at most once.
    mutating func begin(giveUp: @escaping @Sendable () -> Void) -> UInt64 {
        last += 1
        bodies.append(Body(number: last, giveUp: giveUp))
        return last
    }

    /// Adds bytes to a body, unless it is over.
    mutating func add(_ count: Int, to number: UInt64) {
        guard let index = bodies.firstIndex(where: { $0.number == number }) else { return }
        bodies[index].bytes += count
        bytes += count
    }

    /// Ends the bodies that began first until the rest is within the limits.
    ///
    /// - Returns: Their closures `giveUp`, for the caller to run without the lock.
    mutating func endSurplus() -> [@Sendable () -> Void] {
        var ended = 0
        while ended < bodies.count, bytes > maximumBytes || bodies.count - ended > maximumCount {
            bytes -= bodies[ended].bytes
            ended += 1
        }
        defer { bodies.removeFirst(ended) }
        return bodies.prefix(ended).map(\.giveUp)
    }

    mutating func end(_ number: UInt64) {
        guard let index = bodies.firstIndex(where: { $0.number == number }) else { return }
        bytes -= bodies.remove(at: index).bytes
    }
}
