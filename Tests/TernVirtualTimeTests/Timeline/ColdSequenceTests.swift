import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct ColdSequenceTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eachIterationBeginsItsOwnTimeline() async throws {
        let scheduler = VirtualScheduler()
        let cold = scheduler.cold([.next(0, "a"), .next(3, "b"), .completed(5)])
        let first = scheduler.record(cold)
        try await scheduler.advance(to: 4)
        let second = scheduler.record(cold)

        try await scheduler.advance(to: 8)

        #expect(first.events == [.next(0, "a"), .next(3, "b"), .completed(5)])
        #expect(second.events == [.next(4, "a"), .next(7, "b")])
        #expect(cold.subscriptions == [TimelineSubscription(0, 5), TimelineSubscription(4)])
        #expect(cold.subscriptions.map(\.description) == ["0...5", "4..."])

        try await scheduler.runUntilIdle()
        #expect(cold.subscriptions == [TimelineSubscription(0, 5), TimelineSubscription(4, 9)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func subscriptionEndsWhenTheLoopEnds() async throws {
        let scheduler = VirtualScheduler()
        let cold = try scheduler.cold("-a-b-c|")

        try await scheduler.run {
            for try await value in cold where value == "b" { break }
            try await scheduler.clock.sleep(for: .seconds(1))
            _ = cold.makeAsyncIterator()
        }

        #expect(cold.subscriptions == [TimelineSubscription(0, 3), TimelineSubscription(4, 4)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorEndsEachIteration() async throws {
        let scheduler = VirtualScheduler()
        let cold = scheduler.cold(EventTimeline<Int>([.failed(2, MarbleFailure())]))

        let attempts = try await scheduler.run {
            var attempts: [Duration] = []
            while attempts.count < 3 {
                do { for try await _ in cold {} } catch is MarbleFailure {
                    attempts.append(scheduler.now)
                }
            }
            return attempts
        }

        #expect(attempts == [.seconds(2), .seconds(4), .seconds(6)])
        #expect(cold.subscriptions == [.init(0, 2), .init(2, 4), .init(4, 6)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func iteratorReturnsNilAfterTheEnd() async throws {
        let scheduler = VirtualScheduler()
        let cold = scheduler.cold([.next(1, 1), .failed(2, MarbleFailure())])

        try await scheduler.run {
            var iterator = cold.makeAsyncIterator()
            let first = try await iterator.next()
            await #expect(throws: MarbleFailure.self) { try await iterator.next() }
            let last = try await iterator.next()
            #expect([first, last] == [1, nil])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func coldSequenceCannotBeginInThePast() async throws {
        let scheduler = VirtualScheduler()
        let recording = scheduler.record(scheduler.cold([.next(-1, "a"), .completed(2)]))

        try await scheduler.runUntilIdle()

        guard case .failed(0, let error as TestKitError) = recording.events.first else {
            Issue.record("\(recording.events)")
            return
        }
        #expect(error.code == .negativeTime)
        #expect(error.message.hasPrefix(#".next(-1, "a") is before the iteration begins"#))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func endlessSequenceIsReportedByTheSchedulerAndEndsWhenCancelled() async throws {
        let scheduler = VirtualScheduler()
        let cold = scheduler.cold([.next(1, 1)])

        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.run { for try await _ in cold {} }
        }

        #expect(error?.code == .stalled)
        #expect(cold.subscriptions == [TimelineSubscription(0, 1)])
    }
}
