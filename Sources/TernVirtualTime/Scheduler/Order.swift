/// Selects the choices of one run, and records them.
struct Order: Sendable {
    private enum Rule: Sendable {
        case arrival
        case random(SplitMix64)
        case priorities(Priorities, delays: SplitMix64)
        case scripted([Choice.Place: Int])
    }

    private var rule: Rule
    private let jitter: TimerJitter
    private(set) var choices: [Choice] = []
    private var numbers: [Choice.Kind: Int] = [:]

    /// The order of arrival. Records no choices.
    static let arrival = Order(rule: .arrival, jitter: .none)

    static func random(seed: UInt64, jitter: TimerJitter = .none) -> Order {
        Order(rule: .random(SplitMix64(seed: seed)), jitter: jitter)
    }

    static func priorities(seed: UInt64, depth: Int, jitter: TimerJitter = .none) -> Order {
        let priorities = Priorities(seed: seed, depth: depth)
        return Order(rule: .priorities(priorities, delays: SplitMix64(seed: ~seed)), jitter: jitter)
    }

    /// The order of arrival without delays, except for these choices.
    static func scripted(_ script: [Choice.Place: Int], jitter: TimerJitter = .none) -> Order {
        Order(rule: .scripted(script), jitter: jitter)
    }

    private init(rule: Rule, jitter: TimerJitter) {
        self.rule = rule
        self.jitter = jitter
    }

    var isArrival: Bool { if case .arrival = rule { true } else { false } }

    /// The choices that differ from a normal run.
    var changes: [Choice] { choices.filter { $0.index > 0 } }

    /// Selects the job or timer that runs first.
    ///
    /// - Parameters:
    ///   - count: The number of candidates, at least two, in the order in which they became ready.
    ///   - time: The current time.
    mutating func pick(_ count: Int, at time: Duration, _ candidate: (Int) -> Choice.Candidate) -> Int {
        if isArrival { return 0 }
        let place = nextPlace(.order)
        let index: Int
        switch rule {
        case .arrival:
            index = 0
        case .random(var generator):
            index = Int.random(in: 0..<count, using: &generator)
            rule = .random(generator)
        case .priorities(var priorities, let delays):
            index = priorities.pick((0..<count).map { candidate($0).task }, number: place.number)
            rule = .priorities(priorities, delays: delays)
        case .scripted(let script):
            index = min(script[place] ?? 0, count - 1)
        }
        choices.append(
            Choice(
                place: place,
                count: count,
                index: index,
                time: time,
                candidate: candidate(index),
                overtaken: (0..<min(index, Choice.maximumOvertaken)).map(candidate)
            )
        )
        return index
    }

    /// The delay to add to a timer.
    ///
    /// - Parameters:
    ///   - duration: The duration for which the timer is set.
    ///   - time: The current time.
    mutating func delay(of candidate: Choice.Candidate, for duration: Duration, at time: Duration) -> Duration {
        let maximum = jitter.maximum(for: duration)
        guard maximum > .zero, !isArrival else { return .zero }
        let place = nextPlace(.delay)
        let index: Int
        switch rule {
        case .arrival:
            index = 0
        case .random(var generator):
            index = Self.delay(&generator)
            rule = .random(generator)
        case .priorities(let priorities, var generator):
            index = Self.delay(&generator)
            rule = .priorities(priorities, delays: generator)
        case .scripted(let script):
            index = min(script[place] ?? 0, Choice.delaySteps)
        }
        let delay = maximum * index / Choice.delaySteps
        let count = Choice.delaySteps + 1
        choices.append(
            Choice(place: place, count: count, index: index, time: time, candidate: candidate, delay: delay)
        )
        return delay
    }

    // MARK: - Private

    /// Half of all timers are exact, so that timers still fire at the same time.
    private static func delay(_ generator: inout SplitMix64) -> Int {
        Bool.random(using: &generator) ? 0 : Int.random(in: 1...Choice.delaySteps, using: &generator)
    }

    private mutating func nextPlace(_ kind: Choice.Kind) -> Choice.Place {
        defer { numbers[kind, default: 0] += 1 }
        return Choice.Place(kind: kind, number: numbers[kind, default: 0])
    }
}
