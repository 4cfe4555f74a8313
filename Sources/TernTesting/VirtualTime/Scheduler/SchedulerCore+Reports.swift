import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    /// Who waits for what, a line each.
    var waits: [String] {
        let timers = sleepers.compactMap { id, sleeper in
            agenda.timers.time(of: id).map { (time: $0, id: id, sleeper.who) }
        }
        return drivers.sorted { $0.key < $1.key }.map { "somebody waits for \($0.value.what)" }
            + timers.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map { "\($0.2) sleeps until \($0.time)" }
            + outsideWaits.sorted { $0.key < $1.key }.map { "a task waits for the world outside: \($0.value)" }
    }

    var pendingWork: [String] {
        let jobs = agenda.readyCount
        return waits + (jobs > 0 ? ["jobs that are ready to run: \(jobs)"] : [])
    }

    func error(_ failure: Agenda<UnownedJob>.Failure) -> VirtualTimeError {
        switch failure {
        case .stalled:
            VirtualTimeError(
                .stalled,
                """
                Nothing can go on at \(agenda.now): no job is ready, no timer is set, and nothing announced comes from outside. \
                \(list) Release what is held, finish the streams, let code that waits for a queue or a socket do so within \
                `scheduler.outside { … }`, and share no actor with code outside.
                """
            )
        case .beyondHorizon(let timer, let horizon):
            VirtualTimeError(
                .horizonReached,
                """
                Time would go beyond the horizon of \(horizon) for \(sleepers[timer]?.who ?? "a timer"), which may set \
                its timer anew for ever. \(list) Cancel it, or allow a further horizon.
                """
            )
        case .tooManySteps:
            VirtualTimeError(
                .tooManySteps,
                """
                \(agenda.stepLimit) steps were not enough; the time is \(agenda.now). Something goes round for ever. \(list) \
                Cancel it, or allow more steps.
                """
            )
        }
    }

    func blocked(for patience: Duration) -> VirtualTimeError {
        if isInJob {
            return VirtualTimeError(
                .blocked,
                """
                A job has kept its thread for \(patience) of real time; the time is \(agenda.now). \(list) Don't block \
                a thread in code under virtual time: await, and take what must block outside.
                """
            )
        }
        return VirtualTimeError(
            .outsideTimedOut,
            """
            Nothing came from the world outside for \(patience) of real time; the time is \(agenda.now). \(list) \
            Let it answer, or allow more patience.
            """
        )
    }

    private var list: String {
        pendingWork.isEmpty ? "Nobody waits that is known." : "These wait: \(pendingWork.joinedBriefly)."
    }
}

extension VirtualTimeError {
    static let closed = VirtualTimeError(.closed, "The scheduler is gone. Hold on to it for as long as it is used.")

    static func foreignSleeps(_ sleeps: [String], besides failure: (any Error)?) -> VirtualTimeError {
        VirtualTimeError(
            .foreignSleep,
            """
            The code slept on a clock that isn't the scheduler's: \(sleeps.joinedBriefly). Give it the clock \
            by `init` and pass `scheduler.clock`; or let the scheduler adopt such sleeps, which is exact to the \
            millisecond only while the machine isn't busy.\(failure.map { " The body threw: \($0)" } ?? "")
            """
        )
    }
}

extension [String] {
    /// The first of them, and how many there are besides.
    package var joinedBriefly: String {
        let limit = 10
        let rest = count > limit ? ["and \(count - limit) more"] : []
        return (prefix(limit) + rest).joined(separator: "; ")
    }
}
