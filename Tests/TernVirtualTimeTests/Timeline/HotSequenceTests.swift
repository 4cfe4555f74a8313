import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct HotSequenceTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyIteratorReceivesAllEventsAfterItsStart() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(0, 1), .next(10, 2), .next(20, 3), .completed(30)])

        try await scheduler.run {
            let early = scheduler.record(hot)
            try await scheduler.clock.sleep(for: .seconds(5))
            let late = scheduler.record(hot)
            try await late.finished()

            #expect(early.events == [.next(0, 1), .next(10, 2), .next(20, 3), .completed(30)])
            #expect(late.events == [.next(10, 2), .next(20, 3), .completed(30)])
        }
        #expect(hot.subscriptions == [TimelineSubscription(0, 30), TimelineSubscription(5, 30)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsAreKeptWhileNoIteratorWaits() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(1, "a"), .next(1, "b"), .next(2, "c"), .completed(3)])

        let events = try await scheduler.run {
            var iterator = hot.makeAsyncIterator()
            try await scheduler.clock.sleep(for: .seconds(10))
            var events: [String] = []
            while let value = try await iterator.next() { events.append("\(value) \(scheduler.now)") }
            return events
        }

        #expect(events == ["a 10.0 seconds", "b 10.0 seconds", "c 10.0 seconds"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func iteratorStartedAfterTheEndReceivesOnlyTheEnd() async throws {
        let scheduler = VirtualScheduler()
        let (completed, failed) = (try scheduler.hot("a|"), try scheduler.hot("a#"))
        try await scheduler.advance(to: 5)

        let recordings = [scheduler.record(completed), scheduler.record(failed)]
        try await scheduler.runUntilIdle()

        #expect(recordings.map(\.events) == [[.completed(5)], [.failed(5, MarbleFailure())]])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true])
    func iteratorStartedAtTheTimeOfAnEventDoesNotReceiveIt(isObserved: Bool) async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(5, 1), .next(5, 2), .next(6, 3), .completed(6)])

        let recordings = try await scheduler.run {
            let early = isObserved ? scheduler.record(hot) : nil
            try await scheduler.clock.sleep(for: .seconds(5))
            let late = scheduler.record(hot)
            return (early: try await early?.finished(), late: try await late.finished())
        }

        #expect(recordings.late == [.next(6, 3), .completed(6)])
        #expect(recordings.early == (isObserved ? [.next(5, 1), .next(5, 2), .next(6, 3), .completed(6)] : nil))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func iteratorStartedAfterAnAdvanceToTheTimeOfAnEventDoesNotReceiveIt() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(5, 1), .next(6, 2)])
        try await scheduler.advance(to: 5)

        let recording = scheduler.record(hot)
        try await scheduler.runUntilIdle()

        #expect(recording.events == [.next(6, 2)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func allIteratorsStartedAtTimeZeroReceiveItsEvents() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(0, 1), .next(5, 2)])

        let values = try await scheduler.run {
            let tasks = (1...3).map { _ in Task { try await hot.first { _ in true } } }
            var values: [Int?] = []
            for task in tasks { values.append(try await task.value) }
            return values
        }

        #expect(values == [1, 1, 1])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func restartedIteratorDoesNotReceiveEventsOfItsTime() async throws {
        let scheduler = VirtualScheduler()
        let taps = scheduler.hot([.next(1, "a"), .next(1, "b"), .next(2, "c")])

        let values = try await scheduler.run {
            var values: [String?] = []
            for _ in 1...2 { values.append(try await taps.first { _ in true }) }
            return values
        }

        #expect(values == ["a", "c"])
        #expect(taps.subscriptions == [.init(0, 1), .init(1, 2)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsAreSortedByTimeAndKeepTheirOrderWithinATime() async throws {
        let scheduler = VirtualScheduler()
        let late: [TimelineEvent<String>] = [.completed(9), .next(3, "c"), .next(3, "d")]
        let early: [TimelineEvent<String>] = [.next(-1, "z"), .next(1, "a"), .next(1, "b")]
        let recording = scheduler.record(scheduler.hot(EventTimeline(late + early)))

        try await scheduler.runUntilIdle()

        let expected: EventTimeline<String> = [
            .next(1, "a"), .next(1, "b"), .next(3, "c"), .next(3, "d"), .completed(9),
        ]
        #expect(recording.events == expected)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func anEventAfterTheEndFailsTheIterationAtOnce() async throws {
        let scheduler = VirtualScheduler()
        let recording = scheduler.record(scheduler.hot([.next(1, 1), .completed(5), .next(7, 2)]))

        try await scheduler.runUntilIdle()

        guard case .failed(0, let error as TestKitError) = recording.events.first else {
            Issue.record("\(recording.events)")
            return
        }
        #expect(error.code == .eventAfterEnd)
        #expect(error.message == ".next(7, 2) comes after the end, .completed(5). Remove one of them.")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func aCancelledIteratorEndsAtOnce(hasMore: Bool) async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot(hasMore ? [.next(1, 1), .next(10, 2)] : [.next(1, 1)])

        try await scheduler.run {
            let task = Task {
                var iterator = hot.makeAsyncIterator()
                let values = [try await iterator.next(), try await iterator.next(), try await iterator.next()]
                return (values, scheduler.now)
            }
            try await scheduler.clock.sleep(for: .seconds(4))
            task.cancel()
            let (values, time) = try await task.value
            #expect(values == [1, nil, nil])
            #expect(time == .seconds(4))
        }
        #expect(hot.subscriptions == [TimelineSubscription(0, 4)])
        #expect(scheduler.pendingWork.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sequenceWithoutIteratorsHasNoTimer() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(1, 1), .completed(100)])

        try await scheduler.runUntilIdle()

        #expect(scheduler.now == .zero)
        #expect(hot.subscriptions.isEmpty)
    }
}
