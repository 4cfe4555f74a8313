/// Reports the progress of one call over all its attempts and redirects.
///
/// The numbers never decrease, and no update is reported after the end.
final class CallProgress: Sendable {
    private struct State {
        var latest = TransferProgress()
        /// The time of the last update that the handler received. `nil` before the first one.
        var lastReport: Duration?
        /// Whether the handler hasn't received `latest`.
        var isPending = false
        var hasEnded = false
    }

    private let handler: ProgressHandler
    private let interval: Duration
    /// The time since the call began. `nil` without an interval.
    private let elapsed: (@Sendable () -> Duration)?
    private let state = Locked(State())

    /// - Parameter interval: The shortest time between two updates on `clock`. The handler receives the first update
    ///   and the last one in any case.
    init(_ handler: @escaping ProgressHandler, every interval: Duration, on clock: any Clock<Duration>) {
        self.handler = handler
        self.interval = interval
        elapsed = interval > .zero ? Self.elapsed(on: clock) : nil
    }

    @Sendable func report(_ progress: TransferProgress) {
        let now = elapsed?()
        let due = state.withLock { state -> TransferProgress? in
            guard !state.hasEnded else { return nil }
            state.latest.sentBytes = max(state.latest.sentBytes, progress.sentBytes)
            if progress.receivedBytes > state.latest.receivedBytes {
                // An earlier attempt of this call may have received the bytes that a further attempt resumes.
                let isOlderThanTheCall = progress.resumedBytes > state.latest.receivedBytes
                state.latest.resumedBytes =
                    isOlderThanTheCall ? progress.resumedBytes : min(state.latest.resumedBytes, progress.resumedBytes)
            }
            state.latest.receivedBytes = max(state.latest.receivedBytes, progress.receivedBytes)
            state.latest.expectedSentBytes = progress.expectedSentBytes ?? state.latest.expectedSentBytes
            state.latest.expectedReceivedBytes = progress.expectedReceivedBytes
            state.isPending = if let now, let last = state.lastReport { now - last < interval } else { false }
            guard !state.isPending else { return nil }
            state.lastReport = now
            return state.latest
        }
        if let due { handler(due) }
    }

    /// Reports the last update, unless the handler has received it.
    func end() {
        let last = state.withLock { state in
            state.hasEnded = true
            return state.isPending ? state.latest : nil
        }
        if let last { handler(last) }
    }

    private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
