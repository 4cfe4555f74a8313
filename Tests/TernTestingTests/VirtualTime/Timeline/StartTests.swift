import Tern
import TernTesting
import Testing

/// Recordings with the times of RxTest.
@Suite(.timeLimit(.minutes(5)))
struct StartTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func onlyEventsBetweenSubscriptionAndDisposalAreRecorded() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(150, 1), .next(200, 2), .next(201, 3), .next(999, 4), .next(1000, 5)])
        let created = Locked<Duration?>(nil)

        let recording = try await scheduler.start {
            created.withLock { $0 = VirtualScheduler.current?.now }
            return hot.map { $0 * 10 }
        }

        #expect(recording.events == [.next(201, 30), .next(999, 40)])
        #expect(!recording.isOpen)
        #expect(hot.subscriptions == [TimelineSubscription(200, 1000)])
        #expect(created.withLock { $0 } == .seconds(100))
        #expect(scheduler.now == .seconds(1000))
        #expect(scheduler.pendingWork.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timesCanBeChosenAndAColdSequenceCountsFromItsSubscription() async throws {
        let scheduler = VirtualScheduler(unit: .milliseconds(1))
        let cold = scheduler.cold([.next(10, "a"), .next(20, "b"), .completed(30)])

        let recording = try await scheduler.start(created: 1, subscribed: 5, disposed: .milliseconds(25)) { cold }

        #expect(recording.events == [.next(15, "a")])
        #expect(cold.subscriptions == [TimelineSubscription(5, 25)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sequenceThatEndsBeforeItsDisposalIsRecordedWithItsEnd() async throws {
        let scheduler = VirtualScheduler()
        let hot = scheduler.hot([.next(210, 1), .completed(300)])

        // Within the scheduler's own body, too.
        let events = try await scheduler.run { try await scheduler.start { hot }.events }

        #expect(events == [.next(210, 1), .completed(300)])
        #expect(hot.subscriptions == [TimelineSubscription(200, 300)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorOfTheClosureIsThrown() async throws {
        struct Failure: Error {}
        let scheduler = VirtualScheduler()
        await #expect(throws: Failure.self) {
            _ = try await scheduler.start { () throws -> AsyncStream<Int> in throw Failure() }
        }
        #expect(scheduler.now == .seconds(100))
    }
}
