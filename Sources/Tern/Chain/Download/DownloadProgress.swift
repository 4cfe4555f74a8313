/// Reports the progress of one download. It combines the bytes that the transport counts with the bytes in the file,
/// since a transport may collect the body before the file is written.
final class DownloadProgress: Sendable {
    private struct State {
        var latest = TransferProgress()
        var hasNews = false

        mutating func take() -> TransferProgress? {
            defer { hasNews = false }
            return hasNews ? latest : nil
        }
    }

    private let delivery: SerialDelivery<State, TransferProgress>

    init(_ handler: @escaping TransferProgress.Handler) {
        delivery = SerialDelivery(State(), take: { $0.take() }, deliver: handler)
    }

    /// Reports the bytes that the transport counts for a request of the whole body.
    @Sendable func counted(_ progress: TransferProgress) {
        sent(progress)
        guard progress.receivedBytes > 0 else { return }
        received(progress.receivedBytes, of: progress.expectedReceivedBytes)
    }

    /// Reports the sent bytes that the transport counts for a request of a part. The transport's number of received
    /// bytes doesn't include the partial file.
    @Sendable func sent(_ progress: TransferProgress) {
        update { latest in
            guard progress.sentBytes > latest.sentBytes else { return false }
            latest.sentBytes = progress.sentBytes
            latest.expectedSentBytes = progress.expectedSentBytes
            return true
        }
    }

    /// Reports the bytes of the partial file that the download continues.
    func resumed(_ bytes: Int64, of total: Int64?) {
        update { latest in
            latest.resumedBytes = bytes
            latest.receivedBytes = bytes
            latest.expectedReceivedBytes = total
            return true
        }
    }

    func received(_ bytes: Int64, of total: Int64?) {
        update { latest in
            guard bytes > latest.receivedBytes else { return false }
            latest.receivedBytes = bytes
            latest.expectedReceivedBytes = total
            return true
        }
    }

    private func update(_ change: (inout TransferProgress) -> Bool) {
        delivery.update { state in
            if change(&state.latest) { state.hasNews = true }
        }
    }
}
