/// Reports the progress of one call over all its attempts and redirects.
///
/// The numbers never decrease, the handler is called by one thread at a time, and no update is reported after the end.
final class CallProgress: Sendable {
    private struct State {
        var latest = TransferProgress()
        /// The time of `latest`. `nil` without an interval.
        var time: Duration?
        /// The time of the last update that the handler received. `nil` before the first one.
        var lastReport: Duration?
        /// Whether the handler hasn't received `latest`.
        var isPending = false
        var hasEnded = false

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

        /// The update to report now. `nil` if there is none, or not yet.
        mutating func takeDue(every interval: Duration) -> TransferProgress? {
            guard isPending else { return nil }
            if !hasEnded, let time, let lastReport, time - lastReport < interval { return nil }
            (isPending, lastReport) = (false, time)
            return latest
        }
    }

    private let delivery: SerialDelivery<State, TransferProgress>
    /// The time since the call began. `nil` without an interval.
    private let stopwatch: Stopwatch?

    /// - Parameter interval: The shortest time between two updates on `clock`. The handler receives the first update
    ///   and the last one in any case.
    init(_ handler: @escaping TransferProgress.Handler, every interval: Duration, on clock: any Clock<Duration>) {
        delivery = SerialDelivery(State(), take: { $0.takeDue(every: interval) }, deliver: handler)
        stopwatch = interval > .zero ? Stopwatch(on: clock) : nil
    }

    @Sendable func report(_ progress: TransferProgress) {
        let time = stopwatch?.elapsed
        delivery.update { state in
            guard !state.hasEnded else { return }
            state.time = time
            state.merge(progress)
        }
    }

    /// Reports only the sent bytes.
    @Sendable func reportSent(_ progress: TransferProgress) {
        guard progress.sentBytes > 0 else { return }
        report(TransferProgress(sentBytes: progress.sentBytes, expectedSentBytes: progress.expectedSentBytes))
    }

    /// Reports the last update, unless the handler has received it. Returns after the handler has returned.
    func end() async {
        delivery.update { $0.hasEnded = true }
        await delivery.finish()
    }
}
