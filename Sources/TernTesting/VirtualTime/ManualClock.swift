import Tern

/// A clock whose time advances only when the test advances it. For systems without ``VirtualScheduler``, and for code
/// that runs on its own threads.
///
/// ```swift
/// let clock = ManualClock()
/// let provider = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: clock)
///
/// async let user = provider.value(.user("octocat"))
/// await clock.waitForSleepers(atLeast: 1)      // the stub waits
/// clock.advance(by: .seconds(3))
/// ```
public final class ManualClock: Clock {
    public typealias Instant = VirtualInstant

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

        mutating func newID() -> Int {
            lastID += 1
            return lastID
        }

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let ready = watchers.filter { $0.value.count <= sleepers.count }
            for id in ready.keys { watchers[id] = nil }
            return ready.sorted { $0.key < $1.key }.map(\.value.continuation)
        }
    }

    private let state = Locked(State())

    /// Creates a clock at 0.
    public init() {}

    public var now: Instant { state.withLock(\.now) }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// The number of tasks that are sleeping now.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Waits until at least this number of tasks sleep at the same time, or until the task is cancelled.
    public func waitForSleepers(atLeast count: Int) async {
        let id = state.withLock { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if Task.isCancelled || state.sleepers.count >= count { return true }
                    state.watchers[id] = (count, continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Advances the time, and resumes the sleepers that are due, in the order of their deadlines. A negative duration
    /// has no effect.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: max(duration, .zero))
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (end, watchers) = state.withLock {
                    state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers[id] = (deadline, continuation)
                    return (nil, state.takeWatchers())
                }
                if let end { continuation.resume(with: end) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation
                .resume(throwing: CancellationError())
        }
    }
}
