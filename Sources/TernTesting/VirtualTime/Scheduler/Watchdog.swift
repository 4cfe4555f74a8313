import Dispatch
import Tern

/// Looks now and then, in real time, whether a scheduler that is driven gets on.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class Watchdog: Sendable {
    private struct State {
        var isWatching = false
        var moves = -1
        var quietLooks = 0
    }

    private let patience: Duration
    private let state = Locked(State())

    /// How often it looks before it gives up.
    private static let looks = 4

    init(patience: Duration) {
        self.patience = patience
    }

    func watch(_ core: SchedulerCore) {
        let starts = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if starts { lookLater(core) }
    }

    private func lookLater(_ core: SchedulerCore) {
        let seconds = patience / .seconds(Self.looks)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak core] in
            guard let core else { return }
            if self.look(at: core) { self.lookLater(core) }
        }
    }

    /// - Returns: Whether to look again.
    private func look(at core: SchedulerCore) -> Bool {
        let (isDriven, waits, moves) = core.state.withLock { state in
            (state.agenda.isDriven, state.isInJob || !state.isRunning, state.agenda.moves)
        }
        let gaveUp = state.withLock { state in
            state.isWatching = isDriven
            state.quietLooks = waits && moves == state.moves ? state.quietLooks + 1 : 0
            state.moves = moves
            return state.quietLooks >= Self.looks
        }
        if isDriven, gaveUp { core.giveUp(after: patience) }
        // Somebody may have begun to drive meanwhile, and found it watching.
        if !isDriven, core.state.withLock(\.agenda.isDriven) { watch(core) }
        return isDriven
    }
}
