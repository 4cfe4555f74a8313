/// A clock whose time advances only when the test advances it. For systems without ``VirtualScheduler``, and for code
/// that runs on its own threads.
///
/// ```swift
/// let clock = ManualClock()
/// let search = Search(clock: clock)
///
/// async let results = search.results(of: "swift")
/// await clock.waitForSleepers(atLeast: 1)      // the search waits
/// clock.advance(by: .seconds(3))
/// ```
public final class ManualClock: Clock {
    public typealias Instant = VirtualInstant

    private struct State: Sendable {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = WaitableState(State())

    /// Creates a clock at 0.
    public init() {}

    public var now: Instant { state.value.now }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// The number of tasks that are sleeping now.
    public var sleeperCount: Int { state.value.sleepers.count }

    /// Waits until at least this number of tasks sleep at the same time, or until the task is cancelled.
    public func waitForSleepers(atLeast count: Int) async {
        try? await state.wait { $0.sleepers.count >= count ? .success(()) : nil }
    }

    /// Advances the time, and resumes the sleepers that are due, in the order of their deadlines. A negative duration
    /// has no effect.
    public func advance(by duration: Duration) {
        let due = state.update { state in
            state.now = state.now.advanced(by: max(duration, .zero))
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.update { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let end = state.update { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = (deadline, continuation)
                    return nil
                }
                if let end { continuation.resume(with: end) }
            }
        } onCancel: {
            let sleeper = state.update { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
