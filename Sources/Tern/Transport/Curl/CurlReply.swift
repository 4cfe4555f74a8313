#if os(Linux)
    import Foundation

    /// What came of a request, as far as the engine's thread looks into it.
    ///
    /// A class, since it goes from hand to hand, and a copy of all that is in it costs more.
    final class CurlReply: Sendable {
        let metrics: TransportMetrics
        private let head: CurlHead
        private let body: Data
        private let stream: BodyStream?

        init(head: CurlHead, body: Data = Data(), stream: BodyStream? = nil, metrics: TransportMetrics) {
            self.head = head
            self.body = body
            self.stream = stream
            self.metrics = metrics
        }

        func response(to request: TransportRequest) -> TransportResponse {
            TransportResponse(
                statusCode: head.statusCode,
                headers: head.headers,
                body: body,
                stream: stream,
                url: request.urlRequest.url,
                metrics: metrics
            )
        }
    }
#endif
