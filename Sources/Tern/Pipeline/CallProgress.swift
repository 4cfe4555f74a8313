/// Reports the progress of one call over all its attempts and redirects.
///
/// The numbers never decrease, and no update is reported after the end.
final class CallProgress: Sendable {
    private struct State {
        var latest = TransferProgress()
        var hasEnded = false
    }

    private let handler: ProgressHandler
    private let state = Locked(State())

    init(_ handler: @escaping ProgressHandler) {
        self.handler = handler
    }

    @Sendable func report(_ progress: TransferProgress) {
        let merged = state.withLock { state -> TransferProgress? in
            guard !state.hasEnded else { return nil }
            state.latest.sentBytes = max(state.latest.sentBytes, progress.sentBytes)
            state.latest.receivedBytes = max(state.latest.receivedBytes, progress.receivedBytes)
            state.latest.expectedSentBytes = progress.expectedSentBytes ?? state.latest.expectedSentBytes
            state.latest.expectedReceivedBytes = progress.expectedReceivedBytes
            return state.latest
        }
        if let merged { handler(merged) }
    }

    func end() {
        state.withLock { $0.hasEnded = true }
    }
}
