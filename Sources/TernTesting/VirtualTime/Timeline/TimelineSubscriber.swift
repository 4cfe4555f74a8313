import Tern

/// One iteration of a hot or cold sequence. It reads from its position in the schedule, so no event is lost between
/// calls of `next()`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSubscriber<Value: Sendable>: Sendable {
    private let source: TimelineSource<Value>
    private let id: Int
    private let beginning: Duration
    /// The index of the next event in the schedule. `nil` after the end.
    private let place: Locked<Int?>

    init(_ source: TimelineSource<Value>, id: Int, beginning: Duration, next: Int) {
        self.source = source
        self.id = id
        self.beginning = beginning
        place = Locked(next)
    }

    deinit {
        source.end(id)
    }

    func next() async throws -> Value? {
        switch try await nextEvent() {
        case .next(_, let value):
            return value
        case .completed, nil:
            end()
            return nil
        case .failed(_, let error):
            end()
            throw error
        }
    }

    // MARK: - Private

    /// - Returns: The next event. `nil` if the sequence has ended, or the task was cancelled.
    private func nextEvent() async throws(TestKitError) -> TimelineEvent<Value>? {
        let index = place.withLock { place in
            defer { place = place.map { $0 + 1 } }
            return place
        }
        guard let index else { return nil }
        let schedule: TimelineSchedule<Value>
        do { schedule = try source.schedule.get() } catch {
            end()
            throw error
        }
        guard index < schedule.entries.count else {
            // A sequence without an end waits until it is cancelled.
            try? await Signal().wait()
            return nil
        }
        let entry = schedule.entries[index]
        do { try await source.core.waitForTimer(at: beginning.addingSaturated(entry.time)) } catch { return nil }
        return entry.event
    }

    private func end() {
        place.withLock { $0 = nil }
        source.end(id)
    }
}
