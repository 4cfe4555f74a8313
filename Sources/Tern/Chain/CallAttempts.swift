/// The attempts of one call, and what its plugins remember from one attempt to the next.
struct CallAttempts: Sendable {
    /// The highest attempt number so far.
    private var last: Int
    /// The number of times that a request was sent.
    var sent = 0
    /// The values that plugins have set, by key. Each is a `Locked` value.
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// The number of the first attempt.
    private let first: Int
    /// The plugins that have called `next` in the first attempt, as one bit for each index below 64. Most calls have no
    /// other attempt.
    private var begunFirst: UInt64 = 0
    /// The other plugins that have called `next`, with the attempt in which they did.
    private var begun: [(index: Int, attempt: Int)] = []

    init(first: Int) {
        self.first = first
        last = first
    }

    /// Returns the attempt number for a call of `next`. A further call by the same plugin gets a new number.
    mutating func begin(_ attempt: Int, of index: Int) -> Int {
        if isFirst(attempt, of: index) { return attempt }
        last += 1
        return last
    }

    /// The value of a key. `nil` if no plugin has set it.
    func value<Key: RequestAttributeKey>(of key: Key.Type) -> Locked<Key.Value>? {
        values[ObjectIdentifier(key)] as? Locked<Key.Value>
    }

    mutating func settableValue<Key: RequestAttributeKey>(
        of key: Key.Type,
        beginningWith first: Key.Value
    ) -> Locked<Key.Value> {
        if let value = value(of: key) { return value }
        let value = Locked(first)
        values[ObjectIdentifier(key)] = value
        return value
    }

    // MARK: - Private

    private mutating func isFirst(_ attempt: Int, of index: Int) -> Bool {
        if attempt == first, index < 64 {
            let bit: UInt64 = 1 << UInt64(index)
            defer { begunFirst |= bit }
            return begunFirst & bit == 0
        }
        if begun.contains(where: { $0.index == index && $0.attempt == attempt }) { return false }
        begun.append((index, attempt))
        return true
    }
}
