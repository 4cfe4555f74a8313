import TestDoubles
import Testing

@testable import TernImages

/// The memory cache, compared with a simple model in random operations.
@Suite(.timeLimit(.minutes(20)))
struct LRUStoreTests {
    /// An array in the order of use, the oldest first.
    private struct Model {
        let limits: MemoryCacheLimits
        var entries: [(key: Int, value: Int, cost: Int, setAt: Duration)] = []

        var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }

        mutating func value(for key: Int, at now: Duration) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            if let age = limits.maximumAge, now - entry.setAt >= age { return nil }
            entries.append(entry)
            return entry.value
        }

        mutating func set(_ value: Int, for key: Int, cost: Int, at now: Duration) -> Bool {
            entries.removeAll { $0.key == key }
            guard cost <= limits.maximumCost / 10, limits.maximumCount != 0 else { return false }
            entries.append((key, value, cost, now))
            while totalCost > limits.maximumCost || entries.count > limits.maximumCount ?? .max {
                entries.removeFirst()
            }
            return true
        }
    }

    @Test(arguments: [
        MemoryCacheLimits(maximumCost: 200), MemoryCacheLimits(maximumCost: 1_000, maximumCount: 7),
        MemoryCacheLimits(maximumCost: 300, maximumAge: .seconds(40)), MemoryCacheLimits(maximumCost: 0),
        MemoryCacheLimits(maximumCost: 100, maximumCount: 0), MemoryCacheLimits(maximumCost: 100, maximumCount: 1),
    ])
    func storeBehavesAsItsModel(_ limits: MemoryCacheLimits) {
        for seed in 0..<20 as Range<UInt64> {
            var numbers = SeededRandom(seed: seed)
            var store = LRUStore<Int, Int>(limits: limits)
            var model = Model(limits: limits)
            var now = Duration.zero
            for step in 0..<2_000 {
                let key = Int.random(in: 0..<20, using: &numbers)
                now += .seconds(Int.random(in: 0..<3, using: &numbers))
                switch Int.random(in: 0..<20, using: &numbers) {
                case 0..<9: #expect(store.value(for: key, at: now).value == model.value(for: key, at: now))
                case 9..<17:
                    let cost = Int.random(in: 0..<25, using: &numbers)
                    let isKept = store.set(step, for: key, cost: cost, at: now).isKept
                    #expect(isKept == model.set(step, for: key, cost: cost, at: now))
                case 17:
                    #expect(store.remove(key) == model.entries.first { $0.key == key }?.value)
                    model.entries.removeAll { $0.key == key }
                case 18:
                    let cost = Int.random(in: 0..<200, using: &numbers)
                    let removed = store.trim(toCost: cost)
                    let before = model.entries.map(\.value)
                    while model.totalCost > cost { model.entries.removeFirst() }
                    #expect(removed == Array(before.prefix(before.count - model.entries.count)))
                default:
                    guard step % 50 == 0 else { continue }
                    #expect(store.removeAll() == model.entries.map(\.value))
                    model.entries = []
                }
                #expect(store.count == model.entries.count)
                #expect(store.totalCost == model.totalCost)
            }
        }
    }

    @Test func largestCostsDoNotOverflow() {
        var store = LRUStore<Int, Int>(limits: MemoryCacheLimits(maximumCost: .max))
        for key in 0..<25 { #expect(store.set(key, for: key, cost: .max / 10).isKept) }
        #expect(store.count == 10)
        #expect(store.value(for: 15).value == 15)
        #expect(store.value(for: 14).value == nil)
        #expect(!store.set(1, for: 15, cost: .max).isKept)
    }

    @Test func negativeLimitKeepsNoCost() {
        var store = LRUStore<Int, Int>(limits: MemoryCacheLimits(maximumCost: -1))
        #expect(!store.set(1, for: 1, cost: 1).isKept)
        #expect(store.set(2, for: 2, cost: 0).isKept)
        #expect(store.value(for: 2).value == 2)
    }

    @Test func negativeCostCountsAsZero() {
        var store = LRUStore<Int, Int>(limits: MemoryCacheLimits(maximumCost: 10))
        #expect(store.set(1, for: 1, cost: -5).isKept)
        #expect(store.totalCost == 0)
    }
}
