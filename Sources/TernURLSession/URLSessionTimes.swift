import TernHTTP

/// The times of an exchange's phases, measured outside the session.
struct URLSessionTimes: Sendable {
    var start = ContinuousClock.now
    private(set) var firstByte: ContinuousClock.Instant?
    var end: ContinuousClock.Instant?
    /// The session's own metrics.
    var measured: Response.Metrics?

    mutating func receivedByte() {
        if firstByte == nil { firstByte = .now }
    }

    /// The metrics of the exchange, up to its end; up to its head while the body is being received.
    func metrics(with progress: TransferProgress) -> Response.Metrics {
        if let measured { return measured }
        return Response.Metrics(
            firstByte: firstByte.map { start.duration(to: $0) },
            total: start.duration(to: end ?? firstByte ?? start),
            sentBodyBytes: progress.sentBytes,
            receivedBodyBytes: progress.receivedBytes
        )
    }
}
