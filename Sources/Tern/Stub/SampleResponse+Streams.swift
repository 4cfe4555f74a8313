import Foundation

extension SampleResponse {
    /// A body that arrives in chunks. The first chunk arrives with the head, and each further chunk after `interval`.
    /// Cancelling the call ends the wait at once.
    ///
    /// The time passes on the clock of the provider, of the stubbed session or of the server.
    public static func chunked(
        _ chunks: [Data],
        every interval: Duration,
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> SampleResponse {
        chunked(chunks, status: status, headers: headers).changingPace(interval: interval)
    }

    /// Server-sent events, as `text/event-stream`, each in a chunk.
    ///
    /// ```swift
    /// .events([ServerSentEvent(data: "1", id: "a"), ServerSentEvent(data: "2", id: "b")], every: .seconds(1))
    /// .events([ServerSentEvent(data: "1")]).stayingOpen(until: gate)
    /// ```
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - interval: The time between two events, as in ``chunked(_:every:status:headers:)``. Zero by default.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    public static func events(
        _ events: [ServerSentEvent],
        every interval: Duration = .zero,
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> SampleResponse {
        var headers = headers
        if !headers.contains("Content-Type") { headers["Content-Type"] = "text/event-stream" }
        let sample = SampleResponse.chunked(events.map(\.bytes), status: status, headers: headers)
        return interval > .zero ? sample.changingPace(interval: interval) : sample
    }

    /// This response with a body that ends only when the gate is released, after all its bytes have arrived.
    public func stayingOpen(until gate: SampleGate) -> SampleResponse {
        changingPace(end: gate)
    }

    private func changingPace(interval: Duration? = nil, end: SampleGate? = nil) -> SampleResponse {
        changing { parts in
            parts.pace = Parts.Pace(
                start: parts.pace?.start ?? .zero,
                intervals: interval.map { [$0] } ?? parts.pace?.intervals ?? [],
                end: end ?? parts.pace?.end
            )
        }
    }
}
