/// Picks which of several ready jobs or timers goes first.
struct Order: Sendable {
    /// A choice other than the first arrival.
    struct Reordering: Sendable {
        /// The number of the choice in its run, from 0.
        let choice: Int
        /// The position of the chosen job or timer among those that were ready, from 0.
        let index: Int
        let count: Int
        var time = Duration.zero
    }

    private enum Rule: Sendable {
        case arrival
        case random(SplitMix64)
        case scripted([Int: Int])
    }

    private var rule: Rule
    /// The number of candidates of each choice.
    private(set) var counts: [Int] = []
    private(set) var reorderings: [Reordering] = []

    /// The order of arrival.
    static let arrival = Order(rule: .arrival)

    static func random(seed: UInt64) -> Order { Order(rule: .random(SplitMix64(seed: seed))) }

    /// The order of arrival, except for these choices.
    static func scripted(_ reorderings: [Reordering]) -> Order {
        Order(rule: .scripted(Dictionary(reorderings.map { ($0.choice, $0.index) }) { first, _ in first }))
    }

    private init(rule: Rule) {
        self.rule = rule
    }

    var isArrival: Bool { if case .arrival = rule { true } else { false } }

    /// - Parameters:
    ///   - count: The number of candidates, at least two.
    ///   - time: The current time.
    mutating func pick(_ count: Int, at time: Duration) -> Int {
        let index: Int
        switch rule {
        case .arrival:
            return 0
        case .random(var generator):
            index = Int.random(in: 0..<count, using: &generator)
            rule = .random(generator)
        case .scripted(let indices):
            index = min(indices[counts.count] ?? 0, count - 1)
        }
        defer { counts.append(count) }
        if index > 0 { reorderings.append(Reordering(choice: counts.count, index: index, count: count, time: time)) }
        return index
    }
}

extension Order.Reordering: CustomStringConvertible {
    var description: String {
        "choice \(choice), at \(time): number \(index + 1) of the \(count) that were ready went first"
    }
}

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). The standard
/// library has no generator with a seed.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
