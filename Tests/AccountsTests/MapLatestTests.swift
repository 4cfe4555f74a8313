import Testing

@testable import accounts

@Suite(.timeLimit(.minutes(20)))
struct MapLatestTests {
    /// The first transformation returns its value although it is cancelled.
    @Test func valueOfACancelledTransformationIsDropped() async {
        let (elements, feed) = AsyncStream.makeStream(of: Int.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let values = elements.mapLatest { number in
            begin.yield()
            if number == 1 { try? await ContinuousClock().sleep(for: .seconds(3_600)) }
            return number
        }

        feed.yield(1)
        for await _ in begun { break }
        feed.yield(2)
        feed.finish()
        var received: [Int] = []
        for await value in values { received.append(value) }

        #expect(received == [2])
    }
}
