import Tern

/// One iteration of a hot or cold sequence. The events that it has yet to get are those of the schedule from its place on,
/// so none is lost while nobody waits for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSubscriber<Value: Sendable>: Sendable {
    private let source: TimelineSource<Value>
    private let id: Int
    private let beginning: Duration
    /// The place in the schedule; `nil` once it has ended.
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

    /// - Returns: `nil` if the sequence has ended, or the task was cancelled.
    private func nextEvent() async throws(TimelineError) -> TimelineEvent<Value>? {
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
            // It has no end, so only cancelling ends it.
            try? await Signal().wait()
            return nil
        }
        let entry = schedule.entries[index]
        do { try await source.core.turn(at: beginning.addingSaturated(entry.time)) } catch { return nil }
        source.didSend(index)
        return entry.event
    }

    private func end() {
        place.withLock { $0 = nil }
        source.end(id)
    }
}
