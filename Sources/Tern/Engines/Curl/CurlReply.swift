#if os(Linux)
    import Foundation

    /// What came of a request, as far as the engine's thread looks into it.
    struct CurlReply: Sendable {
        typealias Continuation = CheckedContinuation<CurlReply, any Error>

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
