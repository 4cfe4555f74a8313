import Dispatch

/// Checks periodically, in real time, whether a driven scheduler makes progress.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class Watchdog: Sendable {
    private struct State {
        var isWatching = false
        var progress = -1
        var idleChecks = 0
    }

    private let patience: Duration
    private let state = Guarded(State())

    /// The number of checks without progress before the watchdog gives up.
    private static let checks = 4

    init(patience: Duration) {
        self.patience = patience
    }

    /// The real time between two checks, in seconds.
    var interval: Double { patience / .seconds(Self.checks) }

    func watch(_ core: SchedulerCore) {
        let starts = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if starts { scheduleCheck(core) }
    }

    private func scheduleCheck(_ core: SchedulerCore) {
        DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak core] in
            guard let core else { return }
            if self.check(core) { self.scheduleCheck(core) }
        }
    }

    /// - Returns: Whether to check again.
    private func check(_ core: SchedulerCore) -> Bool {
        let (isDriven, waits, progress) = core.state.withLock { state in
            (state.jobQueue.isDriven, state.isInJob || !state.isRunning, state.jobQueue.progress)
        }
        let gaveUp = state.withLock { state in
            state.isWatching = isDriven
            state.idleChecks = waits && progress == state.progress ? state.idleChecks + 1 : 0
            state.progress = progress
            guard state.idleChecks >= Self.checks else { return false }
            // A cancelled operation has the same time again.
            state.idleChecks = 0
            return true
        }
        if isDriven, gaveUp { core.failDrivers(after: patience) }
        // Another caller may have begun to drive in the meantime, while this watchdog was still active.
        if !isDriven, core.state.withLock(\.jobQueue.isDriven) { watch(core) }
        return isDriven
    }
}
