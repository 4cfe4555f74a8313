import Tern

/// The progress of an exchange whose body is read as a stream, which the engine doesn't count.
struct StreamedProgress: Sendable {
    let handler: ProgressHandler
    private let latest = Guarded(TransferProgress())

    init(_ handler: @escaping ProgressHandler) { self.handler = handler }

    /// Passes an update of the engine on.
    @Sendable func report(_ update: TransferProgress) {
        let progress = latest.update { latest in
            let (count, length) = (latest.receivedBytes, latest.expectedReceivedBytes)
            latest = update
            latest.receivedBytes = max(count, update.receivedBytes)
            latest.expectedReceivedBytes = update.expectedReceivedBytes ?? length
            return latest
        }
        handler(progress)
    }

    /// Passes the number of bytes of the body on, and its length if that is known.
    func received(_ count: Int64, of length: Int64?) {
        let progress = latest.update { latest in
            latest.receivedBytes = max(latest.receivedBytes, count)
            latest.expectedReceivedBytes = length ?? latest.expectedReceivedBytes
            return latest
        }
        handler(progress)
    }
}
