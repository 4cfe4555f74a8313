import TernImages
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MemoryCacheTests {
    @Test func valueUsedLongestAgoIsRemovedFirst() {
        let cache = MemoryCache<String, Int>(limits: MemoryCacheLimits(maximumCost: 100, maximumCount: 2))
        cache.set(1, for: "a", cost: 1)
        cache.set(2, for: "b", cost: 1)
        #expect(cache.value(for: "a") == 1)

        cache.set(3, for: "c", cost: 1)

        #expect(cache.value(for: "a") == 1)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "c") == 3)
    }

    @Test func valueThatCostsMoreThanATenthIsRefusedAndReplacesTheOldOne() {
        let cache = MemoryCache<String, Int>(limits: MemoryCacheLimits(maximumCost: 100))
        #expect(cache.set(1, for: "a", cost: 10))
        #expect(!cache.set(2, for: "a", cost: 11))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.totalCost == 0)
    }

    @Test func valueExpiresOnTheClock() {
        let clock = ManualClock()
        let cache = MemoryCache<String, Int>(limits: MemoryCacheLimits(maximumAge: .seconds(60)), clock: clock)
        cache.set(1, for: "a", cost: 1)
        clock.advance(by: .seconds(59))
        #expect(cache.value(for: "a") == 1)

        // Use doesn't make a value younger.
        clock.advance(by: .seconds(1))
        #expect(cache.value(for: "a") == nil)
        #expect(cache.count == 0)
    }

    @Test func removedValueMayUseTheCacheWhenItIsReleased() {
        final class Value: Sendable {
            let cache: MemoryCache<Int, Value>
            init(_ cache: MemoryCache<Int, Value>) { self.cache = cache }
            deinit { _ = cache.count }
        }
        let cache = MemoryCache<Int, Value>(limits: MemoryCacheLimits(maximumCost: 100, maximumCount: 2))
        for key in 0..<5 { cache.set(Value(cache), for: key, cost: 1) }
        cache.trim(toCost: 1)
        cache.remove(4)
        cache.set(Value(cache), for: 5, cost: 1)
        cache.removeAll()
        #expect(cache.count == 0)
    }
}
