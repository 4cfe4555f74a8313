import Tern

/// What a sequence has done since ``VirtualScheduler/record(_:)``. It goes on until the sequence ends, or nobody holds it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public final class TimelineRecording<Value: Sendable>: Sendable {
    /// Doesn't hold the recording, so that its task doesn't keep it.
    struct Log: Sendable {
        private struct State {
            var events: Timeline<Value> = []
            var isOpen = true
        }

        private let state = Locked(State())
        let end = Signal()

        var events: Timeline<Value> { state.withLock(\.events) }
        var isOpen: Bool { state.withLock(\.isOpen) }

        func add(_ event: TimelineEvent<Value>) {
            let isEnd = state.withLock { state in
                guard state.isOpen else { return false }
                state.events.append(event)
                state.isOpen = !event.isEnd
                return event.isEnd
            }
            if isEnd { end.fire() }
        }

        func close() {
            state.withLock { $0.isOpen = false }
            end.fire()
        }
    }

    private let log: Log
    private let task: Task<Void, Never>

    init(log: Log, task: Task<Void, Never>) {
        self.log = log
        self.task = task
    }

    deinit {
        stop()
    }

    /// What has happened so far, in the scheduler's time.
    public var events: Timeline<Value> { log.events }

    /// Whether it goes on.
    public var isOpen: Bool { log.isOpen }

    /// Waits until the sequence ends, or the recording is stopped.
    ///
    /// That is for code that the scheduler runs; waiting doesn't drive it:
    /// `try await scheduler.run { try await models.finished() }`.
    ///
    /// - Returns: All that has happened.
    /// - Throws: `CancellationError` when the task that waits is cancelled. The recording goes on.
    @discardableResult
    public func finished() async throws -> Timeline<Value> {
        try await log.end.wait()
        return events
    }

    /// Records no more, and cancels the iteration. That isn't an event.
    public func stop() {
        log.close()
        task.cancel()
    }
}
