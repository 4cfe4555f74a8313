import Foundation

/// The answer as the session gave it. The caller makes Tern's own of it, off the queue that all transfers share.
struct URLSessionAnswer: Sendable {
    let response: HTTPURLResponse
    var body = Data()
    var stream: BodyStream?
    let metrics: TransportMetrics

    var transportResponse: TransportResponse {
        TransportResponse(
            statusCode: response.statusCode,
            headers: HTTPHeaders(response),
            body: body,
            stream: stream,
            url: response.url,
            metrics: metrics
        )
    }
}

/// When the phases of an exchange were, seen from outside.
struct URLSessionTimes: Sendable {
    var start = ContinuousClock.now
    private(set) var firstByte: ContinuousClock.Instant?
    var end: ContinuousClock.Instant?
    /// What the session itself has measured, where it does.
    var measured: TransportMetrics?

    mutating func receivedByte() {
        if firstByte == nil { firstByte = .now }
    }
}

extension URLSessionTransfer.State {
    /// What the exchange took: until its end, or until its head where the body still comes.
    var metrics: TransportMetrics {
        if let measured = times.measured { return measured }
        return TransportMetrics(
            firstByte: times.firstByte.map { times.start.duration(to: $0) },
            total: times.start.duration(to: times.end ?? .now),
            sentBodyBytes: progress.sentBytes,
            receivedBodyBytes: progress.receivedBytes
        )
    }
}
