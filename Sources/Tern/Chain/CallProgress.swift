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
    /// `nil` without a handler.
    private let handler: ProgressDelivery?
    /// The time since the call began. `nil` without an interval.
    private let stopwatch: Stopwatch?

    /// Returns `nil` if the options have no progress handler and no observers.
    ///
    /// - Parameter clock: The clock of the interval between two updates. The first update and the last one are received
    ///   in any case.
    init?(_ options: CallOptions, on clock: any Clock<Duration>) {
        let (interval, observers) = (options.progressInterval, options.progressObservers)
        let handler = ProgressDelivery(options.progress)
        if handler == nil, observers.isEmpty { return nil }
        self.handler = handler
        delivery = SerialDelivery(
            State(),
            take: { $0.takeDue(every: interval) },
            deliver: { update in
                for observer in observers { observer(update) }
                handler?.report(update)
            }
        )
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
        await handler?.finish()
    }
}
