import Foundation

/// The response as the session delivered it.
///
/// The caller's thread converts it to a `Response`, off the queue that all transfers share.
struct URLSessionResult: Sendable {
    let response: HTTPURLResponse
    let body: Data
    var stream: BodyStream?
    let times: URLSessionTimes
    let progress: TransferProgress

    var ternResponse: Response {
        Response(
            statusCode: response.statusCode,
            headers: HTTPHeaders(response),
            body: stream.map { .stream($0) } ?? .data(body),
            url: response.url,
            metrics: times.metrics(with: progress)
        )
    }
}

extension URLSessionTransfer.State {
    /// The result so far. `nil` before the head is received.
    var result: URLSessionResult? {
        response.map { URLSessionResult(response: $0, body: body, times: times, progress: progress) }
    }
}
