import Foundation

/// The answer as the session gave it. The caller makes Tern's own of it, off the queue that all transfers share.
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
    /// The answer as far as it is there; `nil` without a head.
    var result: URLSessionResult? {
        response.map { URLSessionResult(response: $0, body: body, times: times, progress: progress) }
    }
}
