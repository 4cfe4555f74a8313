/// The events of a sequence since ``VirtualScheduler/record(_:)``. The recording continues until the sequence ends, or
/// until the last reference to the recording is released.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public final class TimelineRecording<Value: Sendable>: Sendable {
    /// The state that is shared with the task. The task must not retain the recording.
    struct Log: Sendable {
        private struct State {
            var events: EventTimeline<Value> = []
            var isOpen = true
        }

        private let state = WaitableState(State())

        var events: EventTimeline<Value> { state.value.events }
        var isOpen: Bool { state.value.isOpen }

        func add(_ event: TimelineEvent<Value>) {
            state.update { state in
                guard state.isOpen else { return }
                state.events.append(event)
                state.isOpen = !event.isEnd
            }
        }

        func close() {
            state.update { $0.isOpen = false }
        }

        func waitForEnd() async throws {
            try await state.wait { $0.isOpen ? nil : .success(()) }
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

    /// The events so far, in the scheduler's time.
    public var events: EventTimeline<Value> { log.events }

    /// Whether the recording continues.
    public var isOpen: Bool { log.isOpen }

    /// Waits until the sequence ends, or the recording is stopped.
    ///
    /// Use this method in code that the scheduler runs, because waiting doesn't drive the scheduler:
    /// `try await scheduler.run { try await models.finished() }`.
    ///
    /// - Returns: All events.
    /// - Throws: `CancellationError` when the waiting task is cancelled. The recording continues.
    @discardableResult
    public func finished() async throws -> EventTimeline<Value> {
        try await log.waitForEnd()
        return events
    }

    /// Stops the recording and cancels the iteration. The cancellation isn't recorded.
    public func stop() {
        log.close()
        task.cancel()
    }
}
