import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct TimelineRecordingTests {
    private enum Model: Sendable, Equatable {
        case loading
        case loaded(String)
    }

    /// Shows that it loads, and three seconds later the loaded value.
    @MainActor private final class ViewModel {
        let models: AsyncStream<Model>
        private let continuation: AsyncStream<Model>.Continuation

        init() {
            (models, continuation) = AsyncStream.makeStream()
        }

        func load<C: Clock<Duration>>(_ name: String, clock: C) async throws {
            continuation.yield(.loading)
            try await clock.sleep(for: .seconds(3))
            continuation.yield(.loaded(name))
        }

        func close() { continuation.finish() }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor @Test func statesOfAViewModelAreRecorded() async throws {
        let scheduler = VirtualScheduler()
        let viewModel = ViewModel()
        let models = scheduler.record(viewModel.models)

        try await scheduler.run {
            try await viewModel.load("octocat", clock: scheduler.clock)
            try await scheduler.advance(to: 20)
            #expect(models.events == [.next(0, .loading), .next(3, .loaded("octocat"))])
            #expect(models.isOpen)
            await viewModel.close()
        }
        try await scheduler.runUntilIdle()

        #expect(models.events == [.next(0, .loading), .next(3, .loaded("octocat")), .completed(20)])
        #expect(!models.isOpen)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func waitForTheEndReturnsAllEvents() async throws {
        let scheduler = VirtualScheduler()

        let events = try await scheduler.run {
            let recording = scheduler.record(try scheduler.cold("a-b|"))
            async let other = recording.finished()
            let events = try await recording.finished()
            #expect(try await other == events)
            #expect(try await recording.finished() == events)
            return events
        }

        #expect(events == [.next(0, "a"), .next(2, "b"), .completed(3)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func waitForTheEndCanBeCancelledAndTheRecordingContinues() async throws {
        let scheduler = VirtualScheduler()
        let recording = scheduler.record(try scheduler.cold("a--b|"))

        try await scheduler.run {
            let waiting = Task { try await recording.finished() }
            try await scheduler.clock.sleep(for: .seconds(1))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(scheduler.now == .seconds(1))
            #expect(try await recording.finished() == [.next(0, "a"), .next(3, "b"), .completed(4)])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func stoppedRecordingKeepsItsEvents() async throws {
        let scheduler = VirtualScheduler()
        let cold = try scheduler.cold("a--b|")
        let recording = scheduler.record(cold)
        try await scheduler.advance(to: 1)

        recording.stop()
        try await scheduler.runUntilIdle()

        #expect(recording.events == [.next(0, "a")])
        #expect(!recording.isOpen)
        #expect(cold.subscriptions == [TimelineSubscription(0, 1)])
        #expect(scheduler.now == .seconds(1))
        #expect(try await recording.finished() == [.next(0, "a")])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func recordingEndsWhenItIsReleased() async throws {
        let scheduler = VirtualScheduler()
        let cold = try scheduler.cold("a---b")
        var recording: TimelineRecording<String>? = scheduler.record(cold)
        try await scheduler.advance(to: 2)
        #expect(recording?.events == [.next(0, "a")])

        recording = nil
        try await scheduler.runUntilIdle()

        #expect(cold.subscriptions == [TimelineSubscription(0, 2)])
        #expect(scheduler.now == .seconds(2))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aSequenceThatIsNotSendableIsRecordedToo() async throws {
        final class Counter {
            var count = 0
        }
        struct Ticks: AsyncSequence, AsyncIteratorProtocol {
            let counter = Counter()
            let clock: VirtualClock

            func makeAsyncIterator() -> Ticks { self }

            mutating func next() async throws -> Int? {
                counter.count += 1
                try await clock.sleep(for: .seconds(counter.count))
                return counter.count < 3 ? counter.count : nil
            }
        }
        let scheduler = VirtualScheduler()
        let recording = scheduler.record(Ticks(clock: scheduler.clock))

        try await scheduler.runUntilIdle()

        #expect(recording.events == [.next(1, 1), .next(3, 2), .completed(6)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func theRecordedSequenceKnowsItsScheduler() async throws {
        let scheduler = VirtualScheduler()
        let now = try scheduler.cold("-a|").map { _ in VirtualScheduler.current?.now }
        let recording = scheduler.record(now)

        try await scheduler.runUntilIdle()

        #expect(recording.events == [.next(1, .seconds(1)), .completed(2)])
    }
}
