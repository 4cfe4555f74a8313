#if os(Linux)
    import Foundation

    /// The response to a request, as the engine's thread received it.
    ///
    /// ``response(to:)`` converts it on the caller's thread.
    struct CurlResult: Sendable {
        typealias Outcome = Result<CurlResult, any Error>
        typealias Continuation = CheckedContinuation<CurlResult, any Error>

        var head: CurlHead
        var body = Data()
        var stream: BodyStream?
        var trailers: HTTPHeaders = [:]
        var metrics: TransportMetrics

        func response(to request: Request) -> Response {
            Response(
                statusCode: head.statusCode,
                headers: head.headers,
                body: stream.map { .stream($0) } ?? .data(body),
                trailers: trailers,
                url: request.url,
                metrics: metrics
            )
        }
    }
#endif
