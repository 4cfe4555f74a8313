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

extension HTTPURLResponse {
    /// The announced length of the body. `nil` if the response announces no length, or only the length of an encoded
    /// body, which a session decodes.
    var decodedLength: Int64? {
        let coding = value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
        guard coding.isEqualIgnoringASCIICase(to: "identity"), expectedContentLength >= 0 else { return nil }
        return expectedContentLength
    }
}
