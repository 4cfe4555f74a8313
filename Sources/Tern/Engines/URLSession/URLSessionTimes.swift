/// When the phases of an exchange were, seen from outside.
struct URLSessionTimes: Sendable {
    /// What the session itself has measured. Rare and large, so it isn't copied with the rest.
    final class Measured: Sendable {
        let metrics: TransportMetrics

        init(_ metrics: TransportMetrics) {
            self.metrics = metrics
        }
    }

    var start = ContinuousClock.now
    private(set) var firstByte: ContinuousClock.Instant?
    var end: ContinuousClock.Instant?
    var measured: Measured?

    mutating func receivedByte() {
        if firstByte == nil { firstByte = .now }
    }

    /// What the exchange took: until its end, or until its head where the body still comes.
    func metrics(with progress: TransferProgress) -> TransportMetrics {
        if let measured { return measured.metrics }
        return TransportMetrics(
            firstByte: firstByte.map { start.duration(to: $0) },
            total: start.duration(to: end ?? firstByte ?? start),
            sentBodyBytes: progress.sentBytes,
            receivedBodyBytes: progress.receivedBytes
        )
    }
}
