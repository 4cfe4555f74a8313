/// Reports the progress of one call over all its attempts and redirects.
///
/// The numbers never decrease, the handler is called by one thread at a time, and no update is reported after the end.
final class CallProgress: Sendable {
    private struct State {
        var latest = TransferProgress()
        /// The time of the last update that the handler received. `nil` before the first one.
        var lastReport: Duration?
        /// Whether the handler hasn't received `latest`.
        var isPending = false
        /// Whether a thread calls the handler. It also reports the updates that other threads add meanwhile.
        var isReporting = false
        var hasEnded = false
        /// The end of the call, which waits until the handler has returned.
        var end: CheckedContinuation<Void, Never>?

        mutating func merge(_ progress: TransferProgress) {
            latest.sentBytes = max(latest.sentBytes, progress.sentBytes)
            if progress.receivedBytes > latest.receivedBytes {
                // An earlier attempt of this call may have received the bytes that a further attempt resumes.
                let isOlderThanTheCall = progress.resumedBytes > latest.receivedBytes
                latest.resumedBytes =
                    isOlderThanTheCall ? progress.resumedBytes : min(latest.resumedBytes, progress.resumedBytes)
            }
            latest.receivedBytes = max(latest.receivedBytes, progress.receivedBytes)
            latest.expectedSentBytes = progress.expectedSentBytes ?? latest.expectedSentBytes
            latest.expectedReceivedBytes = progress.expectedReceivedBytes
            isPending = true
        }

        /// The update that the calling thread has to report. `nil` if there is none, or not yet, or if another thread
        /// reports it.
        mutating func takeDue(_ now: Duration?, every interval: Duration) -> TransferProgress? {
            guard isPending, !isReporting else { return nil }
            if !hasEnded, let now, let lastReport, now - lastReport < interval { return nil }
            (isPending, isReporting, lastReport) = (false, true, now)
            return latest
        }
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
            state.merge(progress)
            return state.takeDue(now, every: interval)
        }
        if let due { deliver(due) }
    }

    /// Reports only the sent bytes.
    @Sendable func reportSent(_ progress: TransferProgress) {
        guard progress.sentBytes > 0 else { return }
        report(TransferProgress(sentBytes: progress.sentBytes, expectedSentBytes: progress.expectedSentBytes))
    }

    /// Reports the last update, unless the handler has received it. Returns after the handler has returned.
    func end() async {
        let (last, isReporting) = state.withLock { state in
            state.hasEnded = true
            return (state.takeDue(nil, every: interval), state.isReporting)
        }
        if let last { return deliver(last) }
        guard isReporting else { return }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isReporting { state.end = continuation }
                return !state.isReporting
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: - Private

    private func deliver(_ due: TransferProgress) {
        var next: TransferProgress? = due
        while let progress = next {
            handler(progress)
            let now = elapsed?()
            let end: CheckedContinuation<Void, Never>?
            (next, end) = state.withLock { state in
                state.isReporting = false
                let next = state.takeDue(now, every: interval)
                return (next, next == nil ? state.end.take() : nil)
            }
            end?.resume()
        }
    }

    private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
