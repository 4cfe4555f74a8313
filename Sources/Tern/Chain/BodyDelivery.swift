/// Validates the response, and delivers its body as the request asks: in memory, to a file or as a stream. A file or a
/// stream is made only after the validation of the head. The body of a collected response has already arrived.
///
/// The body of a response that the target doesn't accept is collected, so that the error contains it.
final class BodyDelivery: Stage {
    @inline(__always)
    func send(_ request: Request, next: NextStage) async throws(TernError) -> Response {
        if let destination = request.delivery.destination {
            return try await FileDownload(next: next, request: request, to: destination).response()
        }
        var response = try await next.send(request)
        Self.complete(&response, of: request, in: next.exchange)
        try response.checkRange(of: request)
        let accepted = try await Self.accepted(response, in: next.exchange)
        return request.delivery.isCollected ? accepted : accepted.with(.stream(try accepted.streamed()), of: nil)
    }

    /// Completes the response to the request of a call.
    static func complete(_ response: inout Response, of request: Request, in exchange: Exchange) {
        response.request = request
        response.target = exchange.target
        let sent = exchange.sentCount
        response.attempts = sent
        if sent > 1 {
            response.metrics?.sentRequests += sent - 1
            if let stream = response.stream { response.body = .stream(stream.counting(earlierRequests: sent - 1)) }
        }
    }

    /// The response, if the target accepts it.
    ///
    /// - Parameter received: Receives the number of bytes that the error contains.
    /// - Throws: The error of validation, with the first MiB of the body.
    static func accepted(
        _ response: Response,
        in exchange: Exchange,
        received: (Int64) -> Void = { _ in }
    ) async throws(TernError) -> Response {
        guard exchange.validation.failure(of: response) != nil else { return response }
        let isInMemory = response.stream == nil && response.fileURL == nil
        let response = isInMemory ? response : try await response.withErrorBody()
        received(Int64(response.data.count))
        // A body may turn out to be empty. It then needs no media type.
        if let failure = exchange.validation.failure(of: response, in: exchange) {
            throw failure.decoding(with: exchange.decoder)
        }
        return response
    }
}
